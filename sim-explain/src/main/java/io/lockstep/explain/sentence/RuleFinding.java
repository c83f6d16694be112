package io.lockstep.explain.sentence;

/**
 * The finding of a rule.
 *
 * @param cost change of the statistic, as the logarithm of a quotient; positive if it makes the
 *     time longer
 * @param words the sentence, without a full stop
 */
public record RuleFinding(double cost, String words) {}
