// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

/**
 * One factor of the quotient of two roofs.
 *
 * @param value factor of the time
 * @param from amount of the first run as readable text; may be empty
 * @param to amount of the second run as readable text; may be empty
 * @param sentence explanation, or empty
 */
public record Factor(
    FactorKind kind, String name, double value, String from, String to, String sentence) {
  Factor times(double more) {
    return new Factor(kind, name, value * more, from, to, sentence);
  }

  /** Returns the factor with both runs exchanged. */
  Factor backwards() {
    return new Factor(kind, name, 1 / value, to, from, sentence);
  }
}
