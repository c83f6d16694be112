// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.issue;

import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.unit.MachineInstructions;
import io.lockstep.spi.stats.StatisticSet;
import io.lockstep.spi.stats.Totals;

/** Counts the instructions that a compute unit has issued since the last reset. */
final class Counters extends CountingPart implements MachineInstructions {
  private static final int BUNDLES = 0;
  private static final int SLOTS = 1;
  private static final int OTHERS = 2;

  static final StatisticSet<Counters> VLIW =
      StatisticSet.<Counters>of("bundles")
          .count("vliw.bundles", "VLIW bundles issued.", c -> c.count[BUNDLES])
          .count("vliw.slots", "Slots filled over the bundles issued.", c -> c.count[SLOTS])
          .count(
              "vliw.width_slots",
              "Slots that the bundles issued have: bundles x width.",
              c -> c.count[BUNDLES] * c.width)
          .ratio(
              "vliw.packing",
              "Share of the slots of bundles that were filled.",
              "vliw.slots",
              "vliw.width_slots")
          .counter("ALUPacking")
          .build();

  private final long[] count = own.counters(3);
  private final int width;

  Counters(int width) {
    this.width = width;
  }

  void bundles(int bundles, int slots) {
    count[BUNDLES] += bundles;
    count[SLOTS] += slots;
  }

  /** Counts instructions other than bundles: fetches, writes, control flow. */
  void others(int instructions) {
    count[OTHERS] += instructions;
  }

  void addTo(Totals out) {
    MachineInstructions.STATISTICS.write(this, out);
    VLIW.write(this, out);
  }

  @Override
  public long machineInstructions() {
    return count[BUNDLES] + count[OTHERS];
  }
}
