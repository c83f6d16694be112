// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.matrix;

import static io.lockstep.spi.spec.Dimension.COUNT;

import io.lockstep.gcn.MatrixCores;
import io.lockstep.gcn.isa.InstructionSet;
import io.lockstep.gcn.lowering.MatrixUnit;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.SpecSchema;

/** The matrix cores of CDNA, with their accumulation registers. */
public final class MfmaCores implements MatrixCores {
  /** Parameter: accumulation registers available to a work-item. */
  static final String ACCUMULATION = "registers.accumulation";

  @Override
  public void declare(SpecSchema.Builder schema) {
    schema
        .key(ACCUMULATION, COUNT, "accumulation registers of a work-item")
        .between(0, 256)
        .optional();
    MfmaUnit.declare(schema);
  }

  @Override
  public MatrixUnit of(InstructionSet isa, Figures chip) {
    return new MfmaUnit(isa, chip);
  }
}
