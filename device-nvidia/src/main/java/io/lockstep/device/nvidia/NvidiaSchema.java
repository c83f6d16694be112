// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia;

import static io.lockstep.spi.spec.Dimension.CHOICE;

import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.code.SassOption;
import io.lockstep.device.nvidia.code.TensorUnit;
import io.lockstep.lower.Transformation;
import io.lockstep.sm.SmSchema;
import io.lockstep.sm.code.ControlBits;
import io.lockstep.spi.spec.FigureTable;
import io.lockstep.spi.spec.SpecSchema;

/** The figures of a device of this family. */
final class NvidiaSchema {
  static final String FAMILY = "nvidia";

  private static final FigureTable FIGURES =
      FigureTable.of(NvidiaSchema.class.getResourceAsStream("figures.txt"));

  private NvidiaSchema() {}

  static SpecSchema schema() {
    SpecSchema.Builder b =
        SmSchema.builder(FAMILY)
            .key("unit.capability", CHOICE, "compute capability")
            .oneOf(Capability.numbers().toArray(String[]::new))
            .key("code.source", CHOICE, "who makes machine code: Lockstep, or this machine's ptxas")
            .oneOf("builtin", "ptxas")
            .usually("builtin", "builtin", "ptxas");
    SmSchema.unit(b);
    TensorUnit.declare(b);
    b.part(FIGURES.section("matrix")).between("code.matrix_stall", 1, ControlBits.MOST_STALL);
    SmSchema.multiprocessor(b);
    b.part(FIGURES.section("code")).steps(Transformation.steps(SassOption.class));
    SmSchema.memory(b);
    return b.build();
  }
}
