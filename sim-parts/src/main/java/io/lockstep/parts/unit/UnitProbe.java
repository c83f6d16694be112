package io.lockstep.parts.unit;

import io.lockstep.spi.path.Path;

/**
 * Observes the work-groups and wavefronts of a compute unit. This class ignores them all, and is
 * all that is loaded where nothing is observed, so its calls cost nothing; {@link WavefrontPaths}
 * and {@link UnitTimeline} record what they are for.
 */
class UnitProbe {
  /** Observes nothing. */
  static final UnitProbe NONE = new UnitProbe();

  /** A launch begins. */
  void begin() {}

  /** A message of the dispatcher arrives; what follows comes of it. */
  void receives(long tick) {}

  /** A group has been assigned a slot. */
  void groupStarts(int group, long id, int waves, long tick) {}

  /** All wavefronts of a group have ended. */
  void groupEnds(int group, long tick) {}

  /** A wavefront comes with its group, as a number in the group. */
  void waveStarts(int wave, int group, int number, long tick) {}

  /** A wavefront has ended. */
  void waveEnds(int wave, long tick) {}

  /** A wavefront has arrived at a barrier. */
  void waits(int wave, long tick) {}

  /** A wavefront goes on because the last one has arrived or ended. */
  void goesOn(int wave, int last, long tick) {}

  /** Returns the path to the request to drain; null if unknown. */
  Path drains() {
    return null;
  }

  /** Returns the path to a wavefront's end; null if unknown. */
  Path ended(int wave) {
    return null;
  }

  /** A report leaves for the dispatcher. */
  void reports(long arrival, Path path) {}
}
