// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.pass;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import java.util.List;

/** What passes on the portable kernel have in common. */
public final class PortableCode {
  private PortableCode() {}

  /**
   * {@return whether an instruction only computes its results, from registers and the kernel's
   * arguments, so that it may be moved, repeated or removed}
   *
   * @param i an instruction
   */
  public static boolean isPure(Instruction i) {
    return i.op().isComputation() || i.op() == Op.LOAD && i.memory().space() == Space.PARAMETER;
  }

  /**
   * {@return a block with other instructions}
   *
   * @param block the original block
   * @param instructions its new instructions
   */
  public static Block with(Block block, List<Instruction> instructions) {
    return with(block, instructions, block.successors());
  }

  /**
   * {@return a block with other instructions and successors}
   *
   * @param block the original block
   * @param instructions its new instructions
   * @param successors its new successors
   */
  public static Block with(Block block, List<Instruction> instructions, List<Integer> successors) {
    return new Block(
        block.id(),
        instructions,
        successors,
        block.postDominator(),
        block.loop(),
        block.loopDepth());
  }
}
