// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import java.util.List;

/** Legalises one block: portable operations become machine operations of 32 bits. */
final class BlockLowering {
  private final KernelFacts kernel;
  private final Block block;
  private final Emitter emit;
  private final Operands operands;
  private final Arithmetic arithmetic;
  private final ShiftedIndexes indexes; // null if indexes are not narrowed

  BlockLowering(KernelFacts kernel, Block block) {
    this.kernel = kernel;
    this.block = block;
    boolean folds = kernel.has(CodeOption.CONSTANT_FOLDING);
    emit = new Emitter(kernel.values(), kernel.global(), folds);
    operands = new Operands(kernel, emit);
    MemoryOps memory = new MemoryOps(operands, block);
    arithmetic = new Arithmetic(operands, memory, block.successors().size());
    indexes = folds ? new ShiftedIndexes(operands) : null;
  }

  List<MachineOp> lower() {
    Instruction fused = comparisonForBranch();
    VectorRuns vectors = kernel.has(CodeOption.WHOLE_VECTORS) ? new VectorRuns(block) : null;
    PixelIds ids = block == kernel.kernel().blocks().get(0) ? kernel.pixelIds() : null;
    if (ids != null) {
      ids.emit(emit);
    }
    for (Instruction i : block.instructions()) {
      emit.from(i);
      int whole = vectors == null ? -1 : vectors.group(i);
      if (whole >= 0) {
        emit.wholeVector(whole);
      } else {
        emit.vector(i.memory() == null ? i.vectorGroup() : -1);
      }
      Source narrowed = indexes == null ? null : indexes.narrowed(i);
      if (narrowed != null) {
        operands.result(i, 0, narrowed, null);
      } else if (fused != null && i == block.last()) {
        arithmetic.branch(fused);
      } else if (i != fused) {
        arithmetic.lower(i);
      }
      if (indexes != null) {
        indexes.lowered(i);
      }
    }
    return emit.ops();
  }

  /** The comparison used only by this block's branch, which then sets the predicate; or null. */
  private Instruction comparisonForBranch() {
    Instruction last = block.last();
    if (last.op() != Op.BRANCH || last.guard() < 0 || kernel.registers().uses(last.guard()) != 1) {
      return null;
    }
    List<Instruction> all = block.instructions();
    for (int k = all.size() - 2; k >= 0; k--) {
      Instruction i = all.get(k);
      if (i.destinations().contains(last.guard())) {
        boolean plain =
            i.op() == Op.COMPARE
                && i.guard() < 0
                && i.destinations().size() == 1
                && i.sources().size() == 2
                && i.sourceType() != Type.I64
                && i.sourceType() != Type.F64
                && unchanged(all, i, k + 1);
        return plain ? i : null;
      }
    }
    return null;
  }

  private static boolean unchanged(List<Instruction> all, Instruction compare, int from) {
    for (int k = from; k < all.size(); k++) {
      for (Operand o : compare.sources()) {
        if (o.isRegister() && all.get(k).destinations().contains(o.register())) {
          return false;
        }
      }
    }
    return true;
  }
}
