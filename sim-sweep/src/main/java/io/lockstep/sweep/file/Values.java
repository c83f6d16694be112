package io.lockstep.sweep.file;

/** What a parameter or a figure is to be, one after another. Immutable. */
public sealed interface Values permits Listed, Coordinate, Computed {
  /** {@return position, for messages} */
  String where();
}
