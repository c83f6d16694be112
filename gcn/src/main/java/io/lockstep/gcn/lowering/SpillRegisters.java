// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Operand;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Registers of a work-item beside its vector registers, to which values move that find no vector
 * register, at the cost of a move each way. Immutable and thread-safe.
 */
public interface SpillRegisters {
  /**
   * {@return how many a work-item can use}
   *
   * @param share registers of the vector file that it has at the required occupancy
   * @param vectors vector registers of these that its instructions can name
   */
  int most(int share, int vectors);

  /** {@return the registers that limit occupancy} */
  int together(int vectors, int others);

  /** {@return operands of an instruction that have to be here} */
  IntStream required(Instruction i);

  /**
   * {@return operands that an instruction reads from vector registers, though it accesses these}
   */
  Stream<Operand> excluded(Instruction i);

  /** {@return whether an instruction reads its operands here, and needs no moves} */
  boolean accesses(Instruction i);

  /** {@return whether a machine instruction accesses these registers} */
  boolean accesses(GcnOp op);

  /** {@return a move from a vector register to one of these, or back} */
  GcnOp move(int register, boolean back);
}
