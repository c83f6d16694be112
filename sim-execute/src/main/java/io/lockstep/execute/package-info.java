/** Functional execution: runs work-groups of a kernel and records what they did. */
package io.lockstep.execute;
