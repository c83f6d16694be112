// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.counters.CycleRoof;
import io.lockstep.spi.stats.Resource;
import io.lockstep.spi.stats.StatisticSet;

/** Counts busy cycles of special-function and double-precision units, which can be limits. */
final class SlowPipes extends CountingPart {
  private static final int SPECIAL = 0;
  private static final int DOUBLE = 1;

  static final StatisticSet<SlowPipes> STATISTICS =
      StatisticSet.<SlowPipes>of("execution pipes")
          .count(
              "pipes.sfu.busy_cycles",
              "cycles",
              "Cycles that special-function units worked.",
              p -> p.count[SPECIAL])
          .count(
              "pipes.dp.busy_cycles",
              "cycles",
              "Cycles that units for double precision worked.",
              p -> p.count[DOUBLE])
          .build();

  static final CycleRoof SPECIAL_ROOF = roof("pipes.sfu", "special-function units");
  static final CycleRoof DOUBLE_ROOF = roof("pipes.dp", "units for double precision");

  private final long[] count = own.counters(2);

  private static CycleRoof roof(String name, String each) {
    return new CycleRoof(Resource.PIPE, "execution pipes", name, name + ".busy_cycles", each);
  }

  void special(long cycles) {
    count[SPECIAL] += cycles;
  }

  void doubles(long cycles) {
    count[DOUBLE] += cycles;
  }
}
