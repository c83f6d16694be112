package io.lockstep.parts.dram;

import io.lockstep.parts.stats.Statistic;
import io.lockstep.parts.stats.Statistic.Kind;
import java.util.List;

/** The statistics of DRAM channels. Stateless. */
public final class DramStatistics {
  private static final String PART = "DRAM channels";

  static final Statistic READS =
      new Statistic("dram.reads", Kind.COUNT, "1", "Bursts read.", PART, "");
  static final Statistic WRITES =
      new Statistic("dram.writes", Kind.COUNT, "1", "Bursts written.", PART, "");
  static final Statistic BYTES =
      new Statistic("dram.bytes", Kind.COUNT, "B", "Bytes over the memory pins.", PART, "");
  static final Statistic ROW_HITS =
      new Statistic("dram.row_hits", Kind.COUNT, "1", "Accesses to an open row.", PART, "");
  static final Statistic ROW_MISSES =
      new Statistic("dram.row_misses", Kind.COUNT, "1", "Accesses that opened a row.", PART, "");

  /** Of all channels together, over the time since the last reset. */
  public static final Statistic BUSY =
      new Statistic(
          "dram.busy",
          Kind.RATIO,
          "ratio",
          "Share of the peak rate used while kernels ran.",
          PART,
          "");

  private DramStatistics() {}

  /** {@return all of them} */
  public static List<Statistic> all() {
    return List.of(READS, WRITES, BYTES, ROW_HITS, ROW_MISSES, BUSY);
  }
}
