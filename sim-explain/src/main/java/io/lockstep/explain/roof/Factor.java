// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import java.util.Optional;

/**
 * One factor of the quotient of two roofs.
 *
 * @param value factor of the time
 * @param amounts amounts of both runs
 * @param sentence explanation, or empty
 * @param range the factor's range if it rests on uncertain figures
 */
public record Factor(
    FactorKind kind,
    String name,
    double value,
    Sides amounts,
    String sentence,
    Optional<FactorRange> range) {
  /** What two runs have, as readable text; may be empty. */
  public record Sides(String from, String to) {
    public static final Sides NONE = new Sides("", "");

    Sides backwards() {
      return new Sides(to, from);
    }
  }

  Factor times(double more) {
    return new Factor(kind, name, value * more, amounts, sentence, range.map(r -> r.times(more)));
  }

  /** Returns the factor with both runs exchanged. */
  Factor backwards() {
    return new Factor(
        kind, name, 1 / value, amounts.backwards(), sentence, range.map(FactorRange::backwards));
  }

  /** Returns the factor of two peaks with the range that the figures of both devices give it. */
  Factor within(Optional<FactorRange> other) {
    return new Factor(kind, name, value, amounts, sentence, other);
  }
}
