// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.lower.pass.IfConversion;
import java.util.List;

/** Counts the machine operations of a branch's sides, from which {@link BranchCosts} decide. */
final class SideCosts implements IfConversion.Costs {
  private final KernelFacts facts;
  private final BranchCosts costs;

  SideCosts(Kernel kernel, CodeTarget target) {
    facts = new KernelFacts(kernel, target);
    costs = target.branches();
  }

  @Override
  public boolean pays(List<Block> sides, List<Integer> kept) {
    long operations =
        sides.stream()
            .flatMap(side -> new BlockLowering(facts, side).lower().stream())
            .filter(op -> !op.mnemonic().equals("MOV"))
            .count();
    int moves = kept.stream().mapToInt(d -> facts.hasHigh(d) ? 2 : 1).sum();
    return costs.pays(sides.size(), (int) operations, moves);
  }
}
