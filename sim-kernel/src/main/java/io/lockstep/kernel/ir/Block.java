// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import java.util.List;

/**
 * A basic block: straight-line instructions, the last of which may select a successor.
 *
 * <p>A barrier and a guarded memory operation end a block. If the last instruction is not a
 * terminator, control continues with {@code successors.get(0)}.
 *
 * @param id number of the block, dense from 0; block 0 is the entry
 * @param instructions instructions in program order, never empty
 * @param successors blocks that may follow: none after EXIT, two after BRANCH (not taken, taken)
 * @param postDominator immediate post-dominator, or -1 for the kernel's end
 * @param loop number of the innermost loop, or -1
 * @param loopDepth nesting depth of loops, 0 outside of any loop
 */
public record Block(
    int id,
    List<Instruction> instructions,
    List<Integer> successors,
    int postDominator,
    int loop,
    int loopDepth) {
  /**
   * Copies the lists.
   *
   * @param id number of the block, dense from 0; block 0 is the entry
   * @param instructions instructions in program order, never empty
   * @param successors blocks that may follow
   * @param postDominator immediate post-dominator, or -1 for the kernel's end
   * @param loop number of the innermost loop, or -1
   * @param loopDepth nesting depth of loops, 0 outside of any loop
   */
  public Block {
    instructions = List.copyOf(instructions);
    successors = List.copyOf(successors);
  }

  /** {@return the last instruction} */
  public Instruction last() {
    return instructions.get(instructions.size() - 1);
  }

  /** {@return the number of bits that one execution of this block adds to a work-item's path} */
  public int outcomeBits() {
    int n = successors.size();
    return n <= 1 ? 0 : 32 - Integer.numberOfLeadingZeros(n - 1);
  }
}
