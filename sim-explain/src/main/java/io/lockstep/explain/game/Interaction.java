package io.lockstep.explain.game;

/**
 * What two players contribute together beyond their separate contributions: the interaction index
 * of Owen (1972) and of Grabisch and Roubens (1999), mean over repetitions.
 *
 * @param one the first player
 * @param other the second player
 * @param value positive if together they contribute more
 */
public record Interaction(int one, int other, double value) {}
