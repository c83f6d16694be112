package io.lockstep.explain.roof;

/**
 * A source line on which two kernels spend different time. Immutable.
 *
 * @param text of the line; empty if the source cannot be read
 * @param from place in the first kernel, as {@code file:line}; empty if it has no such line
 * @param fromAmount the first kernel's cycles or bytes
 * @param to place in the second kernel; empty if it has no such line
 * @param toAmount the second kernel's cycles or bytes
 */
public record MovedLine(String text, String from, double fromAmount, String to, double toAmount) {}
