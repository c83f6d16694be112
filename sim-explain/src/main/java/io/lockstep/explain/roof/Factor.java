package io.lockstep.explain.roof;

/**
 * One factor of the quotient of two roofs.
 *
 * @param kind what it says
 * @param name for people
 * @param value the factor of the time
 * @param from the first run's amount, for people; may be empty
 * @param to the second run's amount, for people; may be empty
 * @param sentence why, or empty
 */
public record Factor(
    FactorKind kind, String name, double value, String from, String to, String sentence) {
  /** The same factor with another value, by a factor next to 1. */
  Factor times(double more) {
    return new Factor(kind, name, value * more, from, to, sentence);
  }

  /** The same factor in the other direction. */
  Factor backwards() {
    return new Factor(kind, name, 1 / value, to, from, sentence);
  }
}
