/** Sweep files: what they say, with positions, before anything is looked up. */
package io.lockstep.sweep.file;
