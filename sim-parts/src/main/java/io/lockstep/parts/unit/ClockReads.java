// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.parts.counters.CountingPart;
import io.lockstep.spi.stats.StatisticSet;
import java.util.Arrays;

/**
 * Counts the reads of the clock register by the wavefronts of a unit, and the simulated ticks
 * between them. Kernels that time themselves store the register's value from the functional
 * execution, which is the same on all devices; this class measures the time between the reads on
 * the simulated device. Not thread-safe.
 */
public final class ClockReads extends CountingPart {
  private static final long NEVER = -1;

  // First and last read of the running or last launch.
  private static final int FIRST = 0;
  private static final int LAST = 1;
  private static final int READS = 2;
  private static final int PAIRS = 3;
  private static final int CYCLES = 4;

  /** The statistics of a unit's reads of the clock. */
  public static final StatisticSet<ClockReads> STATISTICS =
      StatisticSet.<ClockReads>of("clock register")
          .count("clock.reads", "Reads of the clock by wavefronts.", c -> c.count[READS])
          .count(
              "clock.pairs",
              "Reads of the clock by wavefronts that had read it before.",
              c -> c.count[PAIRS])
          .count(
              "clock.cycles",
              "cycles",
              "Simulated cycles between two reads of the clock in a row by one wavefront, summed.",
              c -> c.count[CYCLES])
          .ratio(
              "clock.between",
              "Simulated cycles from a wavefront's read of the clock to its next one, on average.",
              "clock.cycles",
              "clock.pairs")
          .build();

  /** Statistic of the whole device: ticks from first to last read, summed over launches. */
  public static final StatisticSet<Long> SPAN =
      StatisticSet.<Long>of("clock register")
          .count(
              "clock.span",
              "cycles",
              "Simulated cycles from the first read of the clock in a launch to the last one, of"
                  + " any wavefront.",
              ticks -> ticks)
          .build();

  private final long[] count = own.scalars(5, READS);
  private final long[] before; // by wavefront: tick of its last read, or NEVER

  /**
   * Creates zero counts.
   *
   * @param wavefronts number of wavefront slots of the unit
   */
  public ClockReads(int wavefronts) {
    before = new long[wavefronts];
    begin();
  }

  /** Begins a launch. */
  public void begin() {
    count[FIRST] = NEVER;
    count[LAST] = NEVER;
    Arrays.fill(before, NEVER);
  }

  /**
   * Starts a wavefront.
   *
   * @param w slot of the wavefront
   */
  public void started(int w) {
    before[w] = NEVER;
  }

  /**
   * Counts a read of the clock.
   *
   * @param w slot of the wavefront
   * @param tick tick at which the instruction issues
   */
  public void reads(int w, long tick) {
    count[READS]++;
    if (before[w] != NEVER) {
      count[PAIRS]++;
      count[CYCLES] += tick - before[w];
    }
    before[w] = tick;
    count[FIRST] = count[FIRST] == NEVER ? tick : Math.min(count[FIRST], tick);
    count[LAST] = Math.max(count[LAST], tick);
  }

  /** {@return the tick of the first read in the running or last launch; -1 if there was none} */
  public long first() {
    return count[FIRST];
  }

  /** {@return the tick of the last read in the running or last launch; -1 if there was none} */
  public long last() {
    return count[LAST];
  }
}
