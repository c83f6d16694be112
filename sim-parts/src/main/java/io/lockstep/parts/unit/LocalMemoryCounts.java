package io.lockstep.parts.unit;

import io.lockstep.parts.state.SavedPart;
import io.lockstep.spi.stats.Formula;
import io.lockstep.spi.stats.Resource;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.spi.stats.StatisticSet;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.spi.stats.Totals;
import java.util.List;
import java.util.Optional;

/** Counts of a unit's local memory since the last reset. Not thread-safe. */
public final class LocalMemoryCounts extends SavedPart {
  /** Name of the statistic of the banks' busy cycles. */
  public static final String CYCLES = "lds.cycles";

  /** Its statistics, under the names that all families use. */
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

  private static final Statistic KERNEL_CYCLES =
      new Statistic(
          "lds.kernel_cycles",
          Statistic.Kind.LEVEL,
          "cycles",
          "Cycles of all units' local memories while kernels ran.",
          "local memory",
          "");
  private static final Statistic BUSY_SHARE =
      new Statistic(
          "lds.busy",
          Statistic.Kind.RATIO,
          "ratio",
          "Share of these in which the banks were busy.",
          "local memory",
          "",
          Optional.of(Formula.of(CYCLES, KERNEL_CYCLES.name()).roof(Resource.LOCAL_MEMORY)));

  /** Statistics of all local memories of a device. */
  public static final List<Statistic> OF_DEVICE = List.of(KERNEL_CYCLES, BUSY_SHARE);

  private static final int ACCESSES = 0;
  private static final int BUSY = 1;
  private static final int CONFLICTS = 2;

  private final long[] count = state.counters(3);

  /** Creates zero counts. */
  public LocalMemoryCounts() {}

  /**
   * Counts an operation of a wavefront.
   *
   * @param cycles in which its banks are busy
   * @param conflictFree the same without conflicts
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

  /** {@return cycles in which banks were busy} */
  public long busyCycles() {
    return count[BUSY];
  }

  /** {@return busy cycles caused by conflicts} */
  public long conflictCycles() {
    return count[CONFLICTS];
  }

  /** {@return busy cycles without conflicts} */
  public long conflictFreeCycles() {
    return count[BUSY] - count[CONFLICTS];
  }

  /**
   * Adds the current statistics.
   *
   * @param totals receives them
   */
  public void addTo(Totals totals) {
    STATISTICS.write(this, totals);
  }

  /**
   * Writes the share of the kernels' time in which the banks of a device were busy.
   *
   * @param sums of all units
   * @param cycles of all units while kernels ran
   * @param out receives {@link #OF_DEVICE}
   */
  public static void writeShare(Totals sums, long cycles, StatisticsSink out) {
    out.count(KERNEL_CYCLES.name(), cycles);
    out.ratio(BUSY_SHARE.name(), sums.get(CYCLES), cycles);
  }
}
