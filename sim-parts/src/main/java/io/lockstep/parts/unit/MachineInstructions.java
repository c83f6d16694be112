// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.spi.stats.StatisticSet;

/** The number of instructions that a family's issue logic issued since the last reset. */
public interface MachineInstructions {
  /** The statistic, under the name that all families use. */
  StatisticSet<MachineInstructions> STATISTICS =
      StatisticSet.<MachineInstructions>of("issue logic")
          .count(
              "machine_instructions",
              "Instructions of the device's own code issued (VLIW: bundles and fetches).",
              MachineInstructions::machineInstructions)
          .build();

  /** {@return the number of instructions of the device's own code that were issued} */
  long machineInstructions();
}
