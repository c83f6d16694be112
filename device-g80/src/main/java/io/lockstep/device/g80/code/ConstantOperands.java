// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.analysis.Uniformity;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.BitSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Finds loads from constant memory whose only user can take the value as an operand, possibly
 * beside one from shared memory (envytools, hw/graph/tesla/cuda/isa: constants are the second or
 * third source). Such a load accesses the constant cache, but needs no issue slot and no register.
 *
 * <p>A load of a word at a uniform address folds if one instruction reads the word and takes no
 * other constant, in the same block or in another, such as a loop from which a compiler hoisted the
 * load. The cache is accessed at the load's position.
 *
 * <p>Multiply-adds have no space for an immediate beside three registers: the compiler keeps a
 * moved literal in its own constant bank (ptxas -v for sm_10 to sm_13: bytes of cmem[1]), which is
 * assumed to hit in the cache. Literals that a front-end writes into the instruction are free; a
 * second one is in a register, loaded before any loop. {@link Immediates} adds to this object while
 * it is built.
 */
final class ConstantOperands {
  private final boolean any;
  private final RegisterFacts facts;
  private final BitSet folded = new BitSet();
  private final Set<Instruction> takers = Collections.newSetFromMap(new IdentityHashMap<>());

  ConstantOperands(RegisterFacts facts, boolean any) {
    this.any = any;
    this.facts = facts;
    if (!any) {
      return;
    }
    Uniformity uniformity = new Uniformity(facts.kernel(), Uniformity.Among.WAVEFRONT);
    for (Instruction i : facts.code()) {
      int value = isWord(i) ? facts.result(i) : -1;
      if (value >= 0
          && i.reads().stream().allMatch(uniformity::isUniform)
          && facts.uses(value) == 1
          && canTake(facts.readers(value).get(0), i)
          && takers.add(facts.readers(value).get(0))) {
        folded.set(value);
      }
    }
  }

  boolean isFolded(Instruction i) {
    return facts.defines(i, folded);
  }

  /** Registers that hold a constant word that their reader takes as an operand. */
  BitSet folded() {
    return folded;
  }

  /** Whether a multiply-add takes a literal from the constant bank and no other constant. */
  boolean takesLiteral(Instruction reader, int register) {
    return any
        && isMultiplyAdd(reader)
        && !takers.contains(reader)
        && reader.guard() != register
        && reader.sources().stream().allMatch(Operand::isRegister)
        && reader.sources().stream().filter(o -> o.register() == register).count() == 1;
  }

  void take(Instruction reader) {
    takers.add(reader);
  }

  private static boolean isMultiplyAdd(Instruction i) {
    return (i.opClass() == OpClass.FLOAT_FMA || i.opClass() == OpClass.FLOAT_MAD)
        && !i.rounding().isDirected();
  }

  private static boolean isWord(Instruction i) {
    return i.op() == Op.LOAD && i.memory().space() == Space.CONSTANT && i.memory().bytes() == 4;
  }

  private boolean canTake(Instruction reader, Instruction load) {
    int block = facts.definitionBlock(facts.result(load));
    List<Instruction> code = facts.kernel().blocks().get(block).instructions();
    int at = code.indexOf(reader);
    return SharedOperands.canTake(reader) && (at < 0 || at > code.indexOf(load));
  }
}
