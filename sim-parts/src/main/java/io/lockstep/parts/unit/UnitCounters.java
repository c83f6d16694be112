// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.wave.BlockCounts;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.spi.stats.StatisticSet;

/** The counters of every compute unit, except cycle accounting. Not thread-safe. */
public final class UnitCounters extends CountingPart {
  private static final int GROUPS = 0;
  private static final int WAVEFRONTS = 1;
  private static final int DIVERGENT = 2;
  private static final int LANES = 3; // of operations before the launch
  private static final int OPERATIONS = 4; // before the launch

  /** The statistics of a compute unit's work. */
  public static final StatisticSet<UnitCounters> STATISTICS =
      StatisticSet.<UnitCounters>of("compute unit")
          .count("work_groups", "Work-groups executed.", c -> c.count[GROUPS])
          .count("wavefronts", "Wavefronts started.", c -> c.count[WAVEFRONTS])
          .count(
              "wavefront_instructions",
              "Operations of the portable kernel executed, one per wavefront.",
              UnitCounters::operations)
          .count(
              "work_item_instructions",
              "Operations of the portable kernel executed, summed over active lanes.",
              UnitCounters::active)
          .count(
              "arithmetic.floating",
              "Floating-point operations of active lanes; a multiply-add counts two.",
              c -> c.executed.floatingOperations())
          .count(
              "arithmetic.integer",
              "Integer operations of active lanes; a multiply-add counts two, a dot product of bytes"
                  + " eight; addresses count nothing.",
              c -> c.executed.integerOperations())
          .count(
              "lanes.active", "Active lanes summed over portable operations.", UnitCounters::active)
          .count(
              "lanes.issued",
              "Lanes of the wavefronts summed over portable operations.",
              UnitCounters::lanes)
          .ratio(
              "lanes.utilisation",
              "Share of the lanes of wavefronts that were active.",
              "lanes.active",
              "lanes.issued")
          .count("barrier.waits", "Wavefronts that waited at a barrier.", c -> c.barriers.waits())
          .count(
              "branch.divergent",
              "Branches whose lanes went different ways.",
              c -> c.count[DIVERGENT])
          .build();

  private final long[] count = own.counters(5);
  private final BlockCounts executed;
  private final Barriers barriers;
  private final Wavefronts wavefronts;

  UnitCounters(Wavefronts wavefronts, Barriers barriers) {
    executed = wavefronts.counts();
    this.barriers = barriers;
    this.wavefronts = wavefronts;
  }

  /** Counts the lanes of the launches so far; call it before the wavefronts' width changes. */
  void launchEnds() {
    count[LANES] = lanes();
    count[OPERATIONS] = executed.operations();
  }

  private long operations() {
    return executed.operations();
  }

  private long active() {
    return executed.laneOperations();
  }

  private long lanes() {
    return count[LANES] + (executed.operations() - count[OPERATIONS]) * wavefronts.width();
  }

  void groupCame(int withWavefronts) {
    count[GROUPS]++;
    count[WAVEFRONTS] += withWavefronts;
  }

  void diverged() {
    count[DIVERGENT]++;
  }

  @Override
  public void resetCounters() {
    super.resetCounters();
    executed.reset();
    barriers.resetCounters();
  }
}
