package io.lockstep.sweep.file;

/** The values of a parameter or a figure. Immutable. */
public sealed interface ValueSource permits Listed, DesignCoordinate, Computed {
  /** {@return position, for messages} */
  String where();
}
