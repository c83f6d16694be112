// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import io.lockstep.execute.arithmetic.RegisterFile;
import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.Step;
import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;

/** Finds what is wrong with an operation on matrices whose results nothing needs. */
public final class MatrixCheck implements Step {
  private final WholeWavefronts wavefronts;
  private final SparseColumns columns; // null unless A is sparse

  public MatrixCheck(Instruction in, RegisterFile registers, MachineState state) {
    boolean isProduct = in.op() == Op.MATRIX;
    wavefronts = new WholeWavefronts(in, state, isProduct ? in.matrix().lanes() : RowSteps.LANES);
    columns =
        isProduct && in.matrix().isSparse()
            ? new SparseColumns(in, new MatrixPlaces(in), registers, wavefronts)
            : null;
  }

  @Override
  public void run(ActiveLanes lanes) {
    wavefronts.each(
        lanes,
        first -> {
          if (columns != null) {
            columns.of(first);
          }
        });
  }
}
