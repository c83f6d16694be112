package io.lockstep.explain.game;

/**
 * The contribution of one player.
 *
 * @param value Shapley's value, the mean over repetitions
 * @param error its standard error, from repetitions and omitted orders; 0 for one repetition and
 *     all orders
 * @param first its contribution to the empty coalition
 * @param last its contribution to all others
 */
public record Share(double value, double error, double first, double last) {}
