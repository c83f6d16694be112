// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import io.lockstep.parts.rate.WindowedLoad;
import io.lockstep.spi.stats.Resource;
import io.lockstep.spi.stats.StatisticSet;
import io.lockstep.spi.stats.StatisticsSink;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The statistics of the memory side, except those of its caches and channels. */
public final class MemorySideStatistics {
  /** Bytes read from and written to the slices while kernels ran, and between them and memory. */
  record SliceTraffic(
      long read, long readAtPeak, long written, long writtenAtPeak, long fetched, long sent) {}

  /**
   * Work of the slices' atomic units while kernels ran.
   *
   * @param ofBusiest number of operations of the unit that performed the most
   * @param inARow maximum number of operations on one word without idle time between them
   * @param busiest number of ticks in which the busiest unit had pending operations
   */
  record AtomicWork(long operations, long ofBusiest, long inARow, long busiest, long ticks) {}

  /** Bytes moved by the slices of a memory-side cache, and the maximum at peak rate. */
  record MemoryCacheTraffic(WindowedLoad load, long atPeak) {}

  record CopyTraffic(long read, long written) {}

  /** Look-ups of slices with caches by units. */
  public static final StatisticSet<Slices> LOOKUPS =
      StatisticSet.<Slices>of("second-level cache")
          .count(
              "l2.lookups",
              "Sectors of the second-level cache that units looked up: reads, writes and atomics.",
              Slices::lookups)
          .count(
              "l2.hits",
              "Of these, hits: sectors that were there or on their way, and all that the cache keeps"
                  + " of writes.",
              Slices::hits)
          .ratio("l2.hit_rate", "Share of look-ups that hit.", "l2.hits", "l2.lookups")
          .count("l2.reads", "Look-ups by reads.", Slices::reads)
          .count("l2.writes", "Look-ups by writes.", Slices::writes)
          .count("l2.atomics", "Look-ups by atomics.", Slices::atomics)
          .count(
              "l2.evictions",
              "Lines that left the second-level cache to make room.",
              Slices::evictions)
          .build();

  /** Look-ups by units and by slices of other partitions, where slices may form partitions. */
  public static final StatisticSet<Slices> ALL_LOOKUPS =
      StatisticSet.<Slices>of("partitions of slices")
          .count(
              "l2.far_lookups",
              "Sectors that slices asked of another partition, where the addresses have their home.",
              Slices::farLookups)
          .count(
              "l2.all_lookups",
              "Sectors that units and slices of another partition looked up.",
              Slices::allLookups)
          .count("l2.all_hits", "Of these, hits.", Slices::allHits)
          .ratio("l2.all_hit_rate", "Share of them that hit.", "l2.all_hits", "l2.all_lookups")
          .count("l2.all_reads", "Of all look-ups, those by reads.", Slices::allReads)
          .build();

  /**
   * Writes the statistics of look-ups: of slices with caches those by units, and of slices that may
   * form partitions those by all.
   */
  static void lookUps(Slices slices, StatisticsSink out) {
    if (slices.haveCaches()) {
      LOOKUPS.write(slices, out);
      if (slices.mayBePartitioned()) {
        ALL_LOOKUPS.write(slices, out);
      }
    }
  }

  /** Statistics of the copy engines; written only if they moved bytes. */
  public static final StatisticSet<CopyTraffic> COPIES =
      StatisticSet.<CopyTraffic>of("copy engines")
          .count(
              "copies.bytes_read",
              "B",
              "Bytes that copy engines read from memory for transfers of streams to the host.",
              CopyTraffic::read)
          .count(
              "copies.bytes_written",
              "B",
              "Bytes that copy engines wrote to memory for transfers of streams to the device.",
              CopyTraffic::written)
          .build();

  /** Statistics of the traffic of slices with caches. */
  public static final StatisticSet<SliceTraffic> SLICES =
      StatisticSet.<SliceTraffic>of("memory slices")
          .count(
              "l2.bytes_read",
              "B",
              "Bytes that reads and atomics asked of the slices.",
              SliceTraffic::read)
          .count(
              "l2.bytes_written",
              "B",
              "Bytes that writes brought to the slices.",
              SliceTraffic::written)
          .count(
              "l2.read_at_peak",
              "B",
              "Bytes that all slices could have read while kernels ran.",
              SliceTraffic::readAtPeak)
          .count(
              "l2.written_at_peak",
              "B",
              "Bytes that all slices could have taken while kernels ran.",
              SliceTraffic::writtenAtPeak)
          .roof(
              Resource.L2,
              "l2.read_busy",
              "Share of the slices' rate of reading used while kernels ran.",
              "l2.bytes_read",
              "l2.read_at_peak")
          .roof(
              Resource.L2,
              "l2.write_busy",
              "Share of the slices' rate of writing used while kernels ran.",
              "l2.bytes_written",
              "l2.written_at_peak")
          .count(
              "l2.fetched_bytes",
              "B",
              "Bytes that slices fetched from the level behind, in pieces of 32, without those of"
                  + " atomics.",
              SliceTraffic::fetched)
          .count(
              "l2.sent_bytes",
              "B",
              "Bytes that slices wrote to the level behind, in pieces of 32, with atomics and the lines"
                  + " that leave at the ends of kernels.",
              SliceTraffic::sent)
          .build();

  /** Statistics of write-backs at the ends of kernels, for devices that perform them. */
  public static final StatisticSet<LongSupplier> FLUSH =
      StatisticSet.<LongSupplier>of("flush of slices")
          .count(
              "l2.flushed_bytes",
              "B",
              "Bytes of lines that slices wrote back at the ends of kernels.",
              LongSupplier::getAsLong)
          .build();

  /** Statistics of polls; written only if a work-group polled. */
  public static final StatisticSet<WordChanges> POLLS =
      StatisticSet.<WordChanges>of("polls")
          .count(
              "polls.requests",
              "Requests of accesses that wait for changes of a word by other wavefronts.",
              WordChanges::polls)
          .count(
              "polls.failed",
              "Such requests that were answered \"not yet\": their wavefronts poll again.",
              WordChanges::failed)
          .count(
              "polls.changes", "Changes of words that work-groups wait on.", WordChanges::changes)
          .build();

  /** Statistics of the slices' atomic units. */
  public static final StatisticSet<AtomicWork> ATOMICS =
      StatisticSet.<AtomicWork>of("atomic units of slices")
          .count(
              "atomic.operations",
              "Atomic operations of lanes on global memory.",
              AtomicWork::operations)
          .level(
              "atomic.busiest_operations",
              "Of these, operations in the atomic unit that had most.",
              AtomicWork::ofBusiest)
          .level(
              "atomic.word_operations",
              "Most operations on one word in a row, each begun while another on it was to be done:"
                  + " the longest wait for a contended word.",
              AtomicWork::inARow)
          .level(
              "atomic.busiest_cycles",
              "cycles",
              "Cycles in which operations waited for a slice's atomic unit or were performed there,"
                  + " of the slice that had most.",
              AtomicWork::busiest)
          .count(
              "atomic.kernel_cycles", "cycles", "Cycles in which kernels ran.", AtomicWork::ticks)
          .roof(
              Resource.ATOMICS,
              "atomic.busy",
              "Share of the kernels' time in which the busiest atomic unit had operations.",
              "atomic.busiest_cycles",
              "atomic.kernel_cycles")
          .build();

  /** Load imbalance of slices with caches, in bytes. */
  public static final StatisticSet<WindowedLoad> LOAD =
      load("memory slices", "l2", (WindowedLoad l) -> l).build();

  /** Traffic and load imbalance of the slices of a memory-side cache. */
  public static final StatisticSet<MemoryCacheTraffic> MEMORY_CACHE =
      load("memory-side cache", "mall", MemoryCacheTraffic::load)
          .count(
              "mall.bytes_at_peak",
              "B",
              "Bytes that all slices could have moved while kernels ran, and after that until DRAM's"
                  + " last accesses were done.",
              MemoryCacheTraffic::atPeak)
          .roof(
              Resource.MEMORY_CACHE,
              "mall.busy",
              "Share of the slices' rate used while kernels ran.",
              "mall.bytes",
              "mall.bytes_at_peak")
          .build();

  private MemorySideStatistics() {}

  private static <P> StatisticSet.Builder<P> load(
      String part, String name, Function<P, WindowedLoad> load) {
    return StatisticSet.<P>of(part)
        .count(
            name + ".bytes",
            "B",
            "Bytes that the slices were asked for or brought.",
            p -> load.apply(p).total())
        .count(
            name + ".busiest_bytes",
            "B",
            "Bytes of the busiest slice of each window of 1 µs, summed, x slices.",
            p -> load.apply(p).busiest())
        .ratio(
            name + ".slice_imbalance",
            "How unevenly bytes lie on the slices: 1 if all are always equally busy, the number of"
                + " slices if one is at a time.",
            name + ".busiest_bytes",
            name + ".bytes");
  }
}
