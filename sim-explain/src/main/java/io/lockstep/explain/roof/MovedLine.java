package io.lockstep.explain.roof;

/**
 * A source line on which two kernels spend different time. Immutable.
 *
 * @param text of the line; empty if the source cannot be read
 * @param from place in the first kernel, as {@code file:line}; empty if it has no such line
 * @param fromCycles the first kernel's cycles
 * @param to place in the second kernel; empty if it has no such line
 * @param toCycles the second kernel's cycles
 */
public record MovedLine(String text, String from, double fromCycles, String to, double toCycles) {}
