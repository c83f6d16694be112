// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.matrix.MatrixShape;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What matrix cores add to a chip's compiler and SIMDs; by default nothing. Matrix instructions
 * have the class {@code MATRIX} and the number of their shape as offset. Immutable and thread-safe.
 */
public interface MatrixUnit {
  /** A chip without matrix cores. */
  MatrixUnit NONE = new MatrixUnit() {};

  /** {@return the products that have an instruction} */
  default Set<? extends MatrixShape> shapes() {
    return Set.of();
  }

  /** {@return those whose instruction selects lanes of its second operand} */
  default Set<? extends MatrixShape> patterns() {
    return Set.of();
  }

  /** {@return the clocks for which an instruction occupies the unit} */
  default int clocks(int shape) {
    return 0;
  }

  /** {@return the clocks for which the vector ALU is occupied as well} */
  default int vectorClocks(int shape) {
    return 0;
  }

  /** {@return the operations of an instruction} */
  default int operations(int shape) {
    return 0;
  }

  /** {@return a product's machine instruction, without its registers and operands} */
  default GcnOp product(Instruction i) {
    throw new IllegalArgumentException("no matrix instructions: " + i);
  }

  /**
   * {@return code with the wait states that matrix instructions need before and behind them}
   *
   * @param blocks code of each block
   * @param registers number of registers
   */
  default List<List<GcnOp>> spaced(List<List<GcnOp>> blocks, int[][] predecessors, int registers) {
    return blocks;
  }

  /** {@return registers that hold sums, and values beyond the vector registers} */
  default Optional<SpillRegisters> registers() {
    return Optional.empty();
  }
}
