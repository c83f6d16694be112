// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.figures.FigureGroup.Change;
import io.lockstep.explain.roof.FactorKind;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One factor of a time ratio.
 *
 * @param sides amounts on either side
 * @param factor factor of the time; above 1 if it makes the second run slower
 * @param error two standard errors of the factor's logarithm; NaN with a single launch phase
 * @param first the factor if this change is made before all others
 * @param last the factor if this change is made after all others
 * @param sentence explanation; empty if the factor is too small or too uncertain
 * @param changes figures that differ between the devices
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
  /** The amounts behind a factor as readable text; may be empty. */
  public record Sides(String from, String to) {
    public static final Sides NONE = new Sides("", "");
  }

  /** Logarithm of a factor above which a sentence is written. */
  private static final double WORTH = 0.03;

  public Reason {
    changes = Collections.unmodifiableSortedMap(new TreeMap<>(changes));
  }

  /** Whether the absolute logarithm of the factor exceeds both 0.03 and its error. */
  public boolean isWorthASentence() {
    return isWorthASentence(factor, error);
  }

  /**
   * Whether the absolute logarithm of a factor exceeds both 0.03 and its error.
   *
   * @param error two standard errors of the logarithm, or NaN
   */
  public static boolean isWorthASentence(double factor, double error) {
    return Math.abs(StrictMath.log(factor))
        > (Double.isNaN(error) ? WORTH : Math.max(WORTH, error));
  }

  Reason saying(String words) {
    return new Reason(kind, name, sides, factor, error, first, last, words, changes);
  }
}
