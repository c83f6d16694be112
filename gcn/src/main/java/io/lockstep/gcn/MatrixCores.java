// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn;

import io.lockstep.gcn.isa.InstructionSet;
import io.lockstep.gcn.lowering.MatrixUnit;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.SpecSchema;

/** The matrix cores of a family. Immutable and thread-safe. */
public interface MatrixCores {
  /** Declares the parameters of the family's matrix cores. */
  void declare(SpecSchema.Builder schema);

  /** {@return the matrix cores of a chip} */
  MatrixUnit of(InstructionSet isa, Figures chip);
}
