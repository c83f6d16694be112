// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

/** The set of values from which a design draws one coordinate. */
public sealed interface DesignCoordinate extends ValueSource permits Span, DesignChoices {
  /**
   * Returns the value at a quantile.
   *
   * @param share the quantile, from 0 to below 1
   */
  String at(double share);
}
