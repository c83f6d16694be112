// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.matrix;

import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.gcn.lowering.GcnOp;
import io.lockstep.gcn.lowering.SpillRegisters;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.matrix.MatrixShape;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Accumulation registers (AccVGPRs). Matrix instructions access either kind of register; if both
 * share one file, memory instructions do as well.
 *
 * @param most maximum of a work-item
 * @param unified whether they share one file with vector registers
 */
record AccumulationRegisters(int most, boolean unified) implements SpillRegisters {
  /** Vector registers in a shared file, which LLVM aligns to 4. */
  private static int aligned(int vectors) {
    return (vectors + 3) / 4 * 4;
  }

  @Override
  public int most(int share, int vectors) {
    return Math.max(0, Math.min(most, unified ? share - aligned(vectors) : share));
  }

  @Override
  public int together(int vectors, int others) {
    if (others == 0) {
      return vectors;
    }
    return unified ? aligned(vectors) + others : Math.max(vectors, others);
  }

  /** The sums of matrix instructions, as a separate file requires. */
  @Override
  public IntStream required(Instruction i) {
    if (unified || i.op() != Op.MATRIX) {
      return IntStream.empty();
    }
    MatrixShape shape = i.matrix();
    return IntStream.concat(
        i.destinations().stream().mapToInt(Integer::intValue),
        i.sources().stream()
            .skip(shape.leftInputs() + shape.rightInputs())
            .limit(shape.accumulators())
            .filter(Operand::isRegister)
            .mapToInt(Operand::register));
  }

  /** The indexes of a sparse matrix. */
  @Override
  public Stream<Operand> excluded(Instruction i) {
    return i.op() == Op.MATRIX && i.matrix().isSparse()
        ? Stream.of(i.sources().get(i.sources().size() - 1))
        : Stream.empty();
  }

  @Override
  public boolean accesses(Instruction i) {
    return i.op() == Op.MATRIX;
  }

  @Override
  public boolean accesses(GcnOp op) {
    boolean memory = op.cls.isVectorMemory() || op.cls.isLds();
    return op.cls == GcnClass.MATRIX || unified && memory;
  }

  @Override
  public GcnOp move(int register, boolean back) {
    GcnOp op = new GcnOp(GcnClass.VALU, "v_accvgpr_" + (back ? "read" : "write") + "_b32");
    op.operands = back ? "v:tmp, a:r" + register : "a:r" + register + ", v:tmp";
    op.src = new int[] {register};
    return op;
  }
}
