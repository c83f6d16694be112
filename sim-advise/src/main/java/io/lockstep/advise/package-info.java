/** Advice: what a programmer should change in a kernel, and how much faster it can become. */
package io.lockstep.advise;
