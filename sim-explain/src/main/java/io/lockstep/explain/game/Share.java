package io.lockstep.explain.game;

/**
 * What one player adds.
 *
 * @param value Shapley's value, the mean over repetitions
 * @param error its standard error, from repetitions and from orders that were not asked; 0 where
 *     there is one repetition and no order is missing
 * @param first what it adds to nobody
 * @param last what it adds to all others
 */
public record Share(double value, double error, double first, double last) {}
