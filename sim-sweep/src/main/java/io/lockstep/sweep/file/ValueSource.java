package io.lockstep.sweep.file;

/** The values of a parameter or a figure. */
public sealed interface ValueSource permits Listed, DesignCoordinate, Computed {
  /** Returns the position in the file, for messages. */
  String where();
}
