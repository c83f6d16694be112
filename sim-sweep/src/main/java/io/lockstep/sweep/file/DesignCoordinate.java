// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

/** A range of values from which a design draws. */
public sealed interface DesignCoordinate extends ValueSource permits Span, DesignChoices {
  /**
   * Returns the value at a quantile.
   *
   * @param share the quantile, from 0 to below 1
   */
  String at(double share);
}
