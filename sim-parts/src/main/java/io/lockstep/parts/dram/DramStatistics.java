package io.lockstep.parts.dram;

import io.lockstep.parts.rate.WindowedLoad;
import io.lockstep.parts.stats.Statistic;
import io.lockstep.parts.stats.Statistic.Kind;
import io.lockstep.parts.stats.StatisticSet;
import java.util.List;
import java.util.stream.Stream;

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

  /** How evenly bytes lie on the channels. */
  public static final StatisticSet<WindowedLoad> LOAD =
      StatisticSet.<WindowedLoad>of(PART)
          .count(
              "dram.busiest_bytes",
              "B",
              "Bytes of the busiest channel of each window of 1 µs, summed, x channels.",
              WindowedLoad::busiest)
          .ratio(
              "dram.channel_imbalance",
              "dram.busiest_bytes / dram.bytes: 1 if all channels are always equally busy, the number"
                  + " of channels if one is at a time (partition camping).",
              WindowedLoad::busiest,
              WindowedLoad::total)
          .build();

  /** How evenly activations lie on the banks of each channel. */
  public static final StatisticSet<WindowedLoad> BANKS =
      StatisticSet.<WindowedLoad>of(PART)
          .count("dram.activations", "Rows opened.", WindowedLoad::total)
          .count(
              "dram.busiest_activations",
              "Rows opened in the busiest bank of each channel in each window of 1 µs, summed, x banks of"
                  + " a channel.",
              WindowedLoad::busiest)
          .ratio(
              "dram.bank_imbalance",
              "dram.busiest_activations / dram.activations: 1 if all banks of a channel always open"
                  + " equally many rows, the number of banks if one does at a time.",
              WindowedLoad::busiest,
              WindowedLoad::total)
          .build();

  private DramStatistics() {}

  /** {@return all of them} */
  public static List<Statistic> all() {
    return Stream.concat(
            Stream.of(READS, WRITES, BYTES, ROW_HITS, ROW_MISSES, BUSY),
            Stream.of(LOAD, BANKS).flatMap(set -> set.declared().stream()))
        .toList();
  }
}
