package io.lockstep.explain.sentence;

/**
 * What a rule has seen.
 *
 * @param cost how far the statistic moved, as the logarithm of a quotient; positive where it makes
 *     the time longer
 * @param words what is so, without a full stop
 */
public record Finding(double cost, String words) {}
