// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.game;

/**
 * The contribution of one player.
 *
 * @param value Shapley value, averaged over repetitions
 * @param error its standard error, from repetitions and sampling of orders; 0 for one repetition
 *     with all orders
 * @param first contribution to the empty coalition
 * @param last contribution to the coalition of all others
 */
public record Share(double value, double error, double first, double last) {}
