package io.lockstep.explain;

import io.lockstep.explain.figures.FigureGroup.Change;
import io.lockstep.explain.roof.FactorKind;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One factor of a ratio.
 *
 * @param kind what it says
 * @param name for people
 * @param sides amounts on either side
 * @param factor of the time: above 1 if it makes the second device slower
 * @param error two standard errors of the factor's logarithm; not a number with a single launch
 *     phase
 * @param first the factor if this is changed before all others
 * @param last the factor if it is changed after all others
 * @param sentence why, or empty if the factor is too small or too uncertain
 * @param changes the figures of the group
 */
public record Reason(
    FactorKind kind,
    String name,
    Sides sides,
    double factor,
    double error,
    double first,
    double last,
    String sentence,
    SortedMap<String, Change> changes) {
  /**
   * The amounts behind a factor, for people.
   *
   * @param from of the first side; may be empty
   * @param to of the second side; may be empty
   */
  public record Sides(String from, String to) {
    /** No amounts. */
    public static final Sides NONE = new Sides("", "");
  }

  /** Logarithm of a factor that is worth a sentence. */
  private static final double WORTH = 0.03;

  /**
   * Copies the collections.
   *
   * @param kind what it says
   * @param name for people
   * @param sides amounts on either side
   * @param factor of the time
   * @param error two standard errors of the factor's logarithm
   * @param first the factor if this is changed first
   * @param last the factor if it is changed last
   * @param sentence why, or empty
   * @param changes the figures of the group
   */
  public Reason {
    changes = Collections.unmodifiableSortedMap(new TreeMap<>(changes));
  }

  /** {@return whether it is beyond three hundredths and beyond its error} */
  public boolean isWorthASentence() {
    return isWorthASentence(factor, error);
  }

  /**
   * {@return whether a factor is beyond three hundredths and beyond its error}
   *
   * @param factor of the time
   * @param error two standard errors of its logarithm, or not a number
   */
  public static boolean isWorthASentence(double factor, double error) {
    return Math.abs(StrictMath.log(factor))
        > (Double.isNaN(error) ? WORTH : Math.max(WORTH, error));
  }

  Reason saying(String words) {
    return new Reason(kind, name, sides, factor, error, first, last, words, changes);
  }
}
