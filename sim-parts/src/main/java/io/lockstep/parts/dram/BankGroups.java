// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import java.util.Arrays;

/**
 * The bank groups of a channel (GDDR5, JESD212; HBM). Bursts to one group begin {@code dram.tccd_l}
 * apart, which may exceed the bus time of a burst; bursts to other groups and of other requests can
 * use the bus in between. As on GDDR5, the upper bits of a bank's number select its group. Times
 * are in beats.
 */
final class BankGroups {
  private final long distance; // from one burst to the next of a group
  private final int burst; // beats of one burst
  private final int[] groupOf;
  private final long[] ready; // by group: earliest start of its next data

  BankGroups(DramConfig config) {
    burst = config.burstBytes / config.bytesPerBeat;
    distance = Math.max(burst, config.beats("dram.tccd_l"));
    groupOf = new int[config.banks];
    Arrays.setAll(groupOf, bank -> bank * config.bankGroups / config.banks);
    ready = new long[config.bankGroups];
    Arrays.fill(ready, Long.MIN_VALUE / 2);
  }

  /** Returns the first beat, not before {@code notBefore}, at which data of a bank may begin. */
  long begin(int bank, long notBefore) {
    return Math.max(notBefore, ready[groupOf[bank]]);
  }

  /** Books a request's data; returns the beat after its last burst. */
  long book(int bank, long begin, int beats) {
    long end = begin + beats / burst * distance;
    ready[groupOf[bank]] = end;
    return end - distance + burst;
  }
}
