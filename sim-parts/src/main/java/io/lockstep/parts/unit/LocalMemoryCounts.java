package io.lockstep.parts.unit;

import io.lockstep.parts.state.SavedPart;
import io.lockstep.parts.stats.StatisticSet;
import io.lockstep.parts.stats.Totals;

/** What a unit's local memory has done since the last reset. Not thread-safe. */
public final class LocalMemoryCounts extends SavedPart {
  /** Its statistics, under the names that all families use. */
  public static final StatisticSet<LocalMemoryCounts> STATISTICS =
      StatisticSet.<LocalMemoryCounts>of("local memory")
          .count(
              "lds.accesses", "Local-memory operations of wavefronts.", LocalMemoryCounts::accesses)
          .count(
              "lds.cycles",
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
              "lds.cycles / lds.conflict_free_cycles: how much longer operations take because some of"
                  + " their banks are asked more often than others.",
              LocalMemoryCounts::busyCycles,
              LocalMemoryCounts::conflictFreeCycles)
          .build();

  private static final int ACCESSES = 0;
  private static final int BUSY = 1;
  private static final int CONFLICTS = 2;

  private final long[] count = state.counters(3);

  /** Nothing yet. */
  public LocalMemoryCounts() {}

  /**
   * Counts an operation of a wavefront.
   *
   * @param cycles that its banks are busy
   * @param conflictFree cycles that they would be without conflicts
   */
  public void served(long cycles, long conflictFree) {
    count[ACCESSES]++;
    count[BUSY] += cycles;
    count[CONFLICTS] += cycles - conflictFree;
  }

  /** {@return operations of wavefronts} */
  public long accesses() {
    return count[ACCESSES];
  }

  /** {@return cycles that banks were busy} */
  public long busyCycles() {
    return count[BUSY];
  }

  /** {@return cycles of these beyond what the operations would have taken without conflicts} */
  public long conflictCycles() {
    return count[CONFLICTS];
  }

  /** {@return cycles that the operations would have taken without conflicts} */
  public long conflictFreeCycles() {
    return count[BUSY] - count[CONFLICTS];
  }

  /**
   * Adds the statistics as they stand.
   *
   * @param totals take them
   */
  public void addTo(Totals totals) {
    STATISTICS.write(this, totals);
  }
}
