package io.lockstep.sweep.file;

/** A range of values for a design. Immutable. */
public sealed interface DesignCoordinate extends ValueSource permits Span, DesignChoices {
  /**
   * {@return a value}
   *
   * @param share its quantile, from 0 to below 1
   */
  String at(double share);
}
