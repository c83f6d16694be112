// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.rewrite;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.trace.record.HostStep;
import java.util.BitSet;
import java.util.List;

/**
 * Lets each wait for asynchronous copies in a loop leave one more group of them under way, as if
 * the copies were those of the next iteration, in local memory for one more group.
 */
public final class PrefetchedCopies implements ProgramRewrite {
  @Override
  public KernelCopy kernel(Kernel original) {
    KernelCopy copy = new KernelCopy(original);
    boolean any = false;
    BitSet loops = loops(original);
    for (Block block : original.blocks()) {
      List<Instruction> code = copy.code.get(block.id()).code();
      for (int k = 0; loops.get(block.id()) && k < code.size(); k++) {
        Instruction i = code.get(k);
        if (i.op() == Op.AWAIT_COPIES) {
          Operand more = Operand.immediate(i.sources().get(0).bits() + 1);
          code.set(k, InstructionBuilder.from(i).from(more).build());
          any = true;
        }
      }
    }
    return any ? copy : null;
  }

  /** Returns the blocks of loops that copy. */
  private static BitSet loops(Kernel kernel) {
    BitSet all = new BitSet();
    for (Block block : kernel.blocks()) {
      boolean copies = block.instructions().stream().anyMatch(Instruction::isCopy);
      Rounds rounds = copies && block.loop() >= 0 ? Rounds.around(kernel, block.id()) : null;
      if (rounds != null) {
        all.or(rounds.blocks());
      }
    }
    return all;
  }

  /** Returns the size in bytes of the largest group of a work-item's copies in a loop's block. */
  public static long bytes(Kernel kernel) {
    BitSet loops = loops(kernel);
    return kernel.blocks().stream()
        .filter(b -> loops.get(b.id()))
        .mapToLong(PrefetchedCopies::bytes)
        .max()
        .orElse(0);
  }

  private static long bytes(Block block) {
    List<Instruction> code = block.instructions();
    long groups = code.stream().filter(i -> i.op() == Op.COMMIT_COPIES).count();
    return code.stream()
            .filter(i -> i.isCopy() && i.op() == Op.LOAD)
            .mapToLong(i -> i.memory().bytes())
            .sum()
        / Math.max(1, groups);
  }

  @Override
  public HostStep.Launch launch(KernelCopy kernel, HostStep.Launch launch) {
    long bytes = bytes(kernel.original) * launch.geometry().groupSize();
    return launch.with(launch.geometry(), Math.toIntExact(launch.dynamicLocalBytes() + bytes));
  }
}
