package io.lockstep.sweep.file;

/** The values of a parameter or a figure. Immutable. */
public sealed interface Values permits Listed, Coordinate, Computed {
  /** {@return position, for messages} */
  String where();
}
