package io.lockstep.explain;

/**
 * What two reasons make together beyond each alone.
 *
 * @param one name of a reason
 * @param other name of another one
 * @param factor above 1 where together they take longer than each would say
 */
public record Together(String one, String other, double factor) {}
