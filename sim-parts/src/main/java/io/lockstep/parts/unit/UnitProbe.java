// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.spi.path.Path;

/**
 * Observes the work-groups and wavefronts of a compute unit. Without observers no subclass is
 * loaded, so that the JIT compiler removes the calls. {@link WavefrontPaths} and {@link
 * UnitTimeline} record the work-groups and wavefronts.
 */
class UnitProbe {
  static final UnitProbe NONE = new UnitProbe();

  void begin() {}

  /** Called when a message of the dispatcher arrives, before further calls that it causes. */
  void receives(long tick) {}

  void groupStarts(int group, long id, int waves, long tick) {}

  void groupEnds(int group, long tick) {}

  /** Called when a wavefront starts; {@code number} is its index within the group. */
  void waveStarts(int wave, int group, int number, long tick) {}

  void waveEnds(int wave, long tick) {}

  void waits(int wave, long tick) {}

  /** Called when a barrier opens for a wavefront: {@code last} has arrived or ended. */
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
