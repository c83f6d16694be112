// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.issue;

import io.lockstep.parts.issue.LongestReady;
import io.lockstep.parts.issue.PolicyPorts;
import io.lockstep.parts.issue.ReadyWavefronts;
import io.lockstep.spi.spec.Figures;
import io.lockstep.terascale.clause.ClauseTable;

/** Selects the wavefront for a port: the longest ready, unless {@code issue.policy} differs. */
final class ClauseArbiter {
  private final WavefrontTable waves;
  private final int slots;
  private final PolicyPorts others; // by port; null for the default policy

  ClauseArbiter(WavefrontTable waves, int slots, Figures figures) {
    this.waves = waves;
    this.slots = slots;
    // Only the ports below WAIT have an arbiter.
    others = PolicyPorts.unless(LongestReady.NAME, figures, ClauseTable.WAIT, slots);
  }

  void started(int w) {
    if (others != null) {
      others.started(w);
    }
  }

  /** Returns the selected wavefront, or -1. */
  int choose(int port, long tick) {
    return others == null ? waves.longestReady(port, tick) : chosen(others.at(port), port, tick);
  }

  private int chosen(ReadyWavefronts ready, int port, long tick) {
    ready.clear();
    for (int w = 0; w < slots; w++) {
      if (waves.wants(w, port, tick)) {
        ready.add(w, waves.since(w));
      }
    }
    return ready.pick();
  }

  void issued(int port, int w, long tick) {
    if (others != null) {
      others.at(port).issued(w, tick);
    }
  }
}
