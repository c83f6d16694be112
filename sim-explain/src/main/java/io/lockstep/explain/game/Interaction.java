// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.game;

/**
 * The interaction index of two players (Owen 1972; Grabisch and Roubens 1999), averaged over
 * repetitions: their joint contribution beyond the sum of their separate ones.
 *
 * @param value positive if they contribute more together
 */
public record Interaction(int one, int other, double value) {}
