// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import io.lockstep.parts.rate.WindowedLoad;
import io.lockstep.spi.stats.Formula;
import io.lockstep.spi.stats.Resource;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.spi.stats.Statistic.Kind;
import io.lockstep.spi.stats.StatisticSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The statistics of DRAM channels. */
public final class DramStatistics {
  private static final String PART = "DRAM channels";

  static final Statistic READS =
      new Statistic("dram.reads", Kind.COUNT, "1", "Bursts read.", PART, "");
  static final Statistic WRITES =
      new Statistic("dram.writes", Kind.COUNT, "1", "Bursts written.", PART, "");

  /** Bytes over the memory pins of all channels. */
  public static final Statistic BYTES =
      new Statistic("dram.bytes", Kind.COUNT, "B", "Bytes over the memory pins.", PART, "");

  static final Statistic ROW_HITS =
      new Statistic("dram.row_hits", Kind.COUNT, "1", "Accesses to an open row.", PART, "");
  static final Statistic ROW_MISSES =
      new Statistic(
          "dram.row_misses",
          Kind.COUNT,
          "1",
          "Accesses that found no row of their bank open.",
          PART,
          "");
  static final Statistic ROW_CONFLICTS =
      new Statistic(
          "dram.row_conflicts",
          Kind.COUNT,
          "1",
          "Accesses that found another row of their bank open, which was closed first.",
          PART,
          "");
  static final Statistic ACCESSES =
      new Statistic(
          "dram.accesses",
          Kind.COUNT,
          "1",
          "Accesses to a row, a burst each: hits, misses and conflicts.",
          PART,
          "");

  /** Bytes that all channels could have moved at the peak rate while kernels ran. */
  public static final Statistic BYTES_AT_PEAK =
      new Statistic(
          "dram.bytes_at_peak",
          Kind.COUNT,
          "B",
          "Bytes that all channels could have moved at their peak rate while kernels ran, and after"
              + " that until their last accesses were done.",
          PART,
          "");

  /** Utilization of the peak rate of all channels while kernels ran. */
  public static final Statistic BUSY =
      new Statistic(
          "dram.busy",
          Kind.RATIO,
          "ratio",
          "Share of the peak rate used while kernels ran.",
          PART,
          "",
          Optional.of(Formula.of(BYTES.name(), BYTES_AT_PEAK.name()).roof(Resource.DRAM)));

  /** Bytes of the busiest channel, summed over windows, times the number of channels. */
  public static final Statistic BUSIEST_BYTES =
      new Statistic(
          "dram.busiest_bytes",
          Kind.COUNT,
          "B",
          "Bytes of the busiest channel of each window of 1 µs, summed, x channels.",
          PART,
          "");

  /** Load imbalance of the channels over windows. */
  public static final Statistic CHANNEL_IMBALANCE =
      new Statistic(
          "dram.channel_imbalance",
          Kind.RATIO,
          "ratio",
          "How unevenly bytes lie on the channels: 1 if all are always equally busy, the number of"
              + " channels if one is at a time (partition camping).",
          PART,
          "",
          Optional.of(Formula.of(BUSIEST_BYTES.name(), BYTES.name())));

  /** Load imbalance of the banks of each channel, in row activations. */
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
              "How unevenly activations lie on the banks of a channel: 1 if all banks always open"
                  + " equally many rows, the number of banks if one does at a time.",
              "dram.busiest_activations",
              "dram.activations")
          .build();

  private DramStatistics() {}

  /** {@return all statistics of DRAM channels} */
  public static List<Statistic> all() {
    return Stream.concat(
            Stream.of(
                READS,
                WRITES,
                BYTES,
                ACCESSES,
                ROW_HITS,
                ROW_MISSES,
                ROW_CONFLICTS,
                BYTES_AT_PEAK,
                BUSY,
                BUSIEST_BYTES,
                CHANNEL_IMBALANCE),
            BANKS.declared().stream())
        .toList();
  }
}
