// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.lower.pass.PromotedArrays;
import io.lockstep.lower.pass.PromotedArrays.Indexed;
import java.util.List;

/**
 * The private arrays that LLVM's AMDGPUPromoteAlloca keeps in registers: at most sixteen words. It
 * reads an element of more than eight at a uniform index by an indexed move, which is not modelled:
 * such arrays stay in scratch memory.
 */
enum LlvmArrays implements PromotedArrays.Rule {
  RULE;

  private static final int MOST_UNIFORM = 8; // words that are compared with a uniform index

  @Override
  public int mostWords() {
    return 16;
  }

  @Override
  public boolean promotes(RegisterFacts facts, int words, List<Indexed> indexed) {
    if (words <= MOST_UNIFORM) {
      return true;
    }
    RegisterPlacement placement = new RegisterPlacement(facts);
    return indexed.stream().allMatch(access -> placement.isVector(access.index()));
  }

  @Override
  public int predicates() {
    return 0;
  }
}
