// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import io.lockstep.device.nvidia.cubin.LoopNest.Loop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Finds iterations of the kernel that a path of machine code may lack: those of a loop without a
 * token, if the machine code has a loop with operations of it that can be gone around without a
 * token, too. Where it has no such loop, the assembler removed it, or unrolled it wholly.
 */
final class LostIterations {
  private record Doubt(Loop loop, int piece) {}

  private final int[][] ofBlock;
  private final List<Doubt> doubts = new ArrayList<>();

  /**
   * @param kernel the loops of the kernel
   * @param machine the loops of the machine code
   * @param ofBlock tokens by block of the kernel
   * @param ofPiece tokens by piece of the machine code
   */
  LostIterations(LoopNest kernel, LoopNest machine, Marks marks, int[][] ofBlock, int[][] ofPiece) {
    this.ofBlock = ofBlock;
    for (Loop of : machine.loops()) {
      BitSet counted = new BitSet();
      of.own().stream()
          .filter(p -> Arrays.stream(ofPiece[p]).anyMatch(token -> token >= 0))
          .forEach(counted::set);
      if (!machine.canAvoid(of, counted)) {
        continue;
      }
      BitSet blocks = new BitSet();
      of.own().stream().forEach(p -> blocks.or(marks.in(p)));
      for (Loop loop : kernel.loops()) {
        if (loop.own().intersects(blocks)) {
          doubts.add(new Doubt(loop, of.header()));
        }
      }
    }
  }

  /**
   * Returns a piece of a loop of the machine code that could have more iterations than its tokens
   * say, for the blocks of the kernel that a work-item executes; -1 if there is none.
   */
  int find(int[] blocks) {
    for (Doubt doubt : doubts) {
      boolean inside = false;
      boolean counted = false;
      for (int block : blocks) {
        if (block == doubt.loop.header()) {
          if (inside && !counted) {
            return doubt.piece;
          }
          counted = false;
        }
        inside = doubt.loop.body().get(block);
        counted |= doubt.loop.own().get(block) && ofBlock[block].length > 0;
      }
    }
    return -1;
  }
}
