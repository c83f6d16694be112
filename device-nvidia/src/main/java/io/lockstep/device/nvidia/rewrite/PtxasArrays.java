// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import io.lockstep.kernel.ir.Block;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.lower.pass.PromotedArrays;
import io.lockstep.lower.pass.PromotedArrays.Indexed;
import java.util.List;

/**
 * The private arrays that ptxas 13.0 keeps in registers, the same for 7.5 to 9.0: those for which
 * the comparisons and moves at indices that are no constants, one of each for an element, are less
 * than 1.7 times the instructions of the kernel, each counted as often as its loops run it, at
 * eight rounds a loop; and at most eighteen words. Found with 1,200 kernels in which the number of
 * elements (2 to 32), of accesses (1 to 8) and of other instructions in the loop (0 to 100) and
 * before it (0, 50) differed.
 */
public enum PtxasArrays implements PromotedArrays.Rule {
  RULE;

  private static final int ROUNDS = 3; // log2 of those of a loop
  private static final int DEEPEST = 10; // nested loops that count
  private static final int GROWTH = 17; // tenths

  @Override
  public int mostWords() {
    return 18;
  }

  @Override
  public boolean promotes(RegisterFacts facts, int words, List<Indexed> indexed) {
    long before = 0;
    for (Block block : facts.kernel().blocks()) {
      before += times(block) * block.instructions().size();
    }
    long more = 0;
    for (Indexed access : indexed) {
      more += times(access.block()) * 2 * access.elements();
    }
    return 10 * more <= GROWTH * before;
  }

  private static long times(Block block) {
    return 1L << ROUNDS * Math.min(DEEPEST, block.loopDepth());
  }

  @Override
  public int predicates() {
    return 4;
  }
}
