package io.lockstep.parts.dram;

import java.util.Arrays;

/**
 * The bank groups of a channel (GDDR5, JESD212; HBM): bursts of one group follow each other at
 * {@code dram.tccd_l}, which is longer than a burst takes on the bus; bursts of other groups go in
 * between. The upper bits of a bank's number are its group, as on GDDR5.
 *
 * <p>Booked by requests: one of several bursts leaves the gaps between them to others, so that the
 * bus is taken for its data alone. Times are in beats. Not thread-safe.
 */
final class BankGroups {
  private final long distance; // of bursts of a group
  private final int burst; // beats of one
  private final int[] groupOf;
  private final long[] ready; // by group: where its next data may begin

  /**
   * @param config with more than one bank group
   */
  BankGroups(DramConfig config) {
    burst = config.burstBytes / config.bytesPerBeat;
    distance = Math.max(burst, config.beats("dram.tccd_l"));
    groupOf = new int[config.banks];
    Arrays.setAll(groupOf, bank -> bank * config.bankGroups / config.banks);
    ready = new long[config.bankGroups];
    Arrays.fill(ready, Long.MIN_VALUE / 2);
  }

  /** Where each group's next data may begin: state of the channel. */
  long[] state() {
    return ready;
  }

  /** The first beat, not before another one, at which data of a bank may begin. */
  long begin(int bank, long notBefore) {
    return Math.max(notBefore, ready[groupOf[bank]]);
  }

  /**
   * Books a request's data.
   *
   * @param begin of its first burst
   * @param beats of all its bursts
   * @return the beat after its last burst
   */
  long book(int bank, long begin, int beats) {
    long end = begin + beats / burst * distance;
    ready[groupOf[bank]] = end;
    return end - distance + burst;
  }
}
