/**
 * Programs whose memory accesses on a source line are changed after their execution: what devices
 * replay is what a better kernel would have done, without executing it. Results are those of the
 * recorded program.
 */
package io.lockstep.trace.change;
