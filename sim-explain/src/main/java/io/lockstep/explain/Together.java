package io.lockstep.explain;

/**
 * The interaction of two reasons.
 *
 * @param one name of a reason
 * @param other name of another one
 * @param factor above 1 if together they take longer than each would say
 */
public record Together(String one, String other, double factor) {}
