// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds divisions by loop-invariant values, whose reciprocals are computed before the loop. */
final class Quotients {
  private final RegisterFacts facts;
  private final OperandFolding folding;
  private final boolean hoists;
  private final List<Map<Integer, Instruction>> behind =
      new ArrayList<>(); // by block: divisions whose reciprocals are computed there
  private int block;

  Quotients(OperandFolding folding) {
    this.folding = folding;
    facts = folding.facts;
    hoists = folding.chip().applies(GcnOption.HOISTED_RECIPROCALS);
    facts.kernel().blocks().forEach(b -> behind.add(new LinkedHashMap<>()));
  }

  void begin(int number) {
    block = number;
  }

  /** The divisions by values of a block whose reciprocals are computed behind the block. */
  Collection<Instruction> behind(int ofBlock) {
    return behind.get(ofBlock).values();
  }

  /** The register by which an instruction divides. */
  int divisor(Instruction i) {
    return folding.alias(i.sources().get(1).register());
  }

  /** Whether the reciprocal is computed before the loop, which this requests. */
  boolean isHoisted(Instruction i) {
    Operand by = i.sources().get(1);
    if (!hoists || !by.isRegister() || facts.definition(divisor(i)) == null) {
      return false;
    }
    int from = facts.definitionBlock(divisor(i));
    if (depth(block) <= depth(from)) {
      return false;
    }
    behind.get(from).putIfAbsent(2 * divisor(i) + (i.signed() ? 1 : 0), i);
    return true;
  }

  private int depth(int of) {
    return facts.kernel().blocks().get(of).loopDepth();
  }
}
