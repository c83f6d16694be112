// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.rate.WindowedLoad;
import io.lockstep.spi.stats.Totals;

/** Counters of a channel's transfers and row activations. Not thread-safe. */
public abstract class DramTraffic extends CountingPart {
  private static final int READS = 0;
  private static final int WRITES = 1;
  private static final int READ_BYTES = 2;
  private static final int WRITE_BYTES = 3;
  private static final int ROW_MISSES = 4;
  private static final int ROW_CONFLICTS = 5;

  private final int burstBytes;
  private final long[] count = own.counters(6);
  private final WindowedLoad activations; // by bank, at the beats of the scheduling decisions

  DramTraffic(DramConfig config) {
    burstBytes = config.burstBytes;
    activations = own.include(new WindowedLoad(config.banks, config.beatHertz()));
    own.statistic(DramStatistics.READS, count, READ_BYTES, burstBytes);
    own.statistic(DramStatistics.WRITES, count, WRITE_BYTES, burstBytes);
    own.statistic(DramStatistics.BYTES, count, READ_BYTES, 1);
    own.statistic(DramStatistics.BYTES, count, WRITE_BYTES, 1);
    own.statistic(DramStatistics.ACCESSES, count, READ_BYTES, burstBytes);
    own.statistic(DramStatistics.ACCESSES, count, WRITE_BYTES, burstBytes);
    own.statistic(DramStatistics.ROW_MISSES, count, ROW_MISSES, 1);
    own.statistic(DramStatistics.ROW_CONFLICTS, count, ROW_CONFLICTS, 1);
  }

  final void transfers(boolean write, int bytes) {
    count[write ? WRITES : READS]++;
    count[write ? WRITE_BYTES : READ_BYTES] += bytes;
  }

  final void activates(int bank, boolean wasClosed, long beat) {
    count[wasClosed ? ROW_MISSES : ROW_CONFLICTS]++;
    activations.add(bank, beat, 1);
  }

  /** {@return the number of reads booked since the last reset} */
  public long reads() {
    return count[READS];
  }

  /** {@return the number of writes booked since the last reset} */
  public long writes() {
    return count[WRITES];
  }

  /** {@return bytes read over the bus, in whole bursts} */
  public long readBytes() {
    return count[READ_BYTES];
  }

  /** {@return bytes written over the bus, in whole bursts} */
  public long writeBytes() {
    return count[WRITE_BYTES];
  }

  /** {@return the number of bursts to an open row} */
  public long rowHits() {
    return (count[READ_BYTES] + count[WRITE_BYTES]) / burstBytes - rowMisses() - rowConflicts();
  }

  /** {@return the number of bursts to a bank without an open row} */
  public long rowMisses() {
    return count[ROW_MISSES];
  }

  /** {@return the number of bursts to a bank with another open row, which was closed first} */
  public long rowConflicts() {
    return count[ROW_CONFLICTS];
  }

  /**
   * Adds the counters to statistics.
   *
   * @param totals receives the counts since the last reset
   */
  public void addTo(Totals totals) {
    own.addTo(totals);
    totals.count(DramStatistics.ROW_HITS.name(), rowHits());
    DramStatistics.BANKS.write(activations, totals);
  }
}
