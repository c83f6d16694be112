// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.counters;

import io.lockstep.spi.stats.Resource;
import io.lockstep.spi.stats.StatisticSet;
import io.lockstep.spi.stats.Totals;

/** Counts the operations of a unit's local memory since the last reset. Not thread-safe. */
public final class LocalMemoryCounts extends CountingPart {
  private static final String CYCLES = "lds.cycles";

  /** The statistics of local memory, under the names that all families use. */
  public static final StatisticSet<LocalMemoryCounts> STATISTICS =
      StatisticSet.<LocalMemoryCounts>of("local memory")
          .count(
              "lds.accesses", "Local-memory operations of wavefronts.", LocalMemoryCounts::accesses)
          .count(
              CYCLES,
              "cycles",
              "Cycles the banks of local memory were busy.",
              LocalMemoryCounts::busyCycles)
          .count(
              "lds.conflict_cycles",
              "cycles",
              "Cycles of local memory beyond the conflict-free ones.",
              LocalMemoryCounts::conflictCycles)
          .count(
              "lds.conflict_free_cycles",
              "cycles",
              "Cycles of local memory that the same operations take without conflicts.",
              LocalMemoryCounts::conflictFreeCycles)
          .ratio(
              "lds.bank_imbalance",
              "How much longer operations take because some of their banks are asked more often than"
                  + " others.",
              "lds.cycles",
              "lds.conflict_free_cycles")
          .build();

  /** Utilization of local memory: share of the kernels' time in which its banks were busy. */
  public static final CycleRoof ROOF =
      new CycleRoof(Resource.LOCAL_MEMORY, "local memory", "lds", CYCLES, "local memories");

  private static final int ACCESSES = 0;
  private static final int BUSY = 1;
  private static final int CONFLICTS = 2;

  private final long[] count = own.counters(3);

  /** Creates zero counts. */
  public LocalMemoryCounts() {}

  /**
   * Counts an operation of a wavefront.
   *
   * @param cycles number of cycles in which the banks are busy
   * @param conflictFree number of these cycles if no banks conflicted
   */
  public void served(long cycles, long conflictFree) {
    count[ACCESSES]++;
    count[BUSY] += cycles;
    count[CONFLICTS] += cycles - conflictFree;
  }

  /** {@return the number of operations of wavefronts} */
  public long accesses() {
    return count[ACCESSES];
  }

  /** {@return the number of cycles in which banks were busy} */
  public long busyCycles() {
    return count[BUSY];
  }

  /** {@return the number of busy cycles caused by conflicts} */
  public long conflictCycles() {
    return count[CONFLICTS];
  }

  /** {@return the number of busy cycles that operations take without conflicts} */
  public long conflictFreeCycles() {
    return count[BUSY] - count[CONFLICTS];
  }

  /**
   * Adds the current statistics.
   *
   * @param totals receives the counts
   */
  public void addTo(Totals totals) {
    STATISTICS.write(this, totals);
  }
}
