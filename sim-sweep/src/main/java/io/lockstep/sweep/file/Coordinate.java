package io.lockstep.sweep.file;

/** A range of values for a design. Immutable. */
public sealed interface Coordinate extends Values permits Span, Choices {
  /**
   * {@return a value}
   *
   * @param share its quantile, from 0 to below 1
   */
  String at(double share);
}
