package io.lockstep.explain.game;

/**
 * What two players add together beyond what each adds without the other: the interaction index of
 * Owen (1972) and of Grabisch and Roubens (1999), mean over repetitions.
 *
 * @param one of them
 * @param other of them, the later one
 * @param value positive where together they add more
 */
public record Interaction(int one, int other, double value) {}
