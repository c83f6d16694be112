// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.spi.path.Path;

/**
 * Observes the work-groups and wavefronts of a compute unit. Without observers no subclass is
 * loaded, so that the JIT compiler removes the calls. {@link WavefrontPaths} and {@link
 * UnitTimeline} record them.
 */
class UnitProbe {
  static final UnitProbe NONE = new UnitProbe();

  void begin() {}

  /** A message of the dispatcher arrives, which causes the calls that follow. */
  void receives(long tick) {}

  void groupStarts(int group, long id, int waves, long tick) {}

  void groupEnds(int group, long tick) {}

  /** A wavefront starts; {@code number} counts within the group. */
  void waveStarts(int wave, int group, int number, long tick) {}

  void waveEnds(int wave, long tick) {}

  void waits(int wave, long tick) {}

  /** A barrier opens for a wavefront because the last one has arrived or ended. */
  void goesOn(int wave, int last, long tick) {}

  /** Returns the path to the drain request; null if unknown. */
  Path drains() {
    return null;
  }

  /** Returns the path to a wavefront's end; null if unknown. */
  Path ended(int wave) {
    return null;
  }

  void reports(long arrival, Path path) {}
}
