// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Space;
import io.lockstep.kernel.ir.Uniformity;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

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
  private final BitSet folded = new BitSet();
  private final Map<Instruction, Boolean> takers = new IdentityHashMap<>();

  ConstantOperands(Kernel kernel, boolean any) {
    this.any = any;
    Uniformity uniformity = new Uniformity(kernel, Uniformity.Among.WAVEFRONT);
    RegisterFacts uses = new RegisterFacts(kernel);
    for (Block block : any ? kernel.blocks() : List.<Block>of()) {
      for (Instruction i : block.instructions()) {
        if (isWord(i) && i.reads().stream().allMatch(uniformity::isUniform)) {
          int value = i.writes().get(0);
          if (uses.isWrittenOnce(value) && uses.readers(value).size() == 1) {
            fold(block, i, uses.readers(value).get(0));
          }
        }
      }
    }
  }

  boolean isFolded(Instruction i) {
    return isWord(i) && folded.get(i.writes().get(0));
  }

  /** Whether a register is a constant word that its reader takes as an operand. */
  boolean isFolded(int register) {
    return folded.get(register);
  }

  /** Whether a multiply-add takes a literal from the constant bank and no other constant. */
  boolean takesLiteral(Instruction reader, int register) {
    return any
        && isMultiplyAdd(reader)
        && !takers.containsKey(reader)
        && reader.guard() != register
        && reader.sources().stream().allMatch(Operand::isRegister)
        && reader.sources().stream().filter(o -> o.register() == register).count() == 1;
  }

  void take(Instruction reader) {
    takers.put(reader, true);
  }

  private static boolean isMultiplyAdd(Instruction i) {
    return (i.opClass() == OpClass.FLOAT_FMA || i.opClass() == OpClass.FLOAT_MAD)
        && !i.rounding().isDirected();
  }

  private static boolean isWord(Instruction i) {
    return i.op() == Op.LOAD
        && i.memory().space() == Space.CONSTANT
        && i.memory().bytes() == 4
        && i.writes().size() == 1
        && i.guard() < 0;
  }

  private void fold(Block block, Instruction load, Instruction reader) {
    List<Instruction> code = block.instructions();
    boolean able =
        SharedOperands.TAKERS.contains(reader.opClass())
            && reader.guard() < 0
            && reader.type().bits() <= 32
            && reader.sourceType().bits() <= 32
            && (!code.contains(reader) || code.indexOf(reader) > code.indexOf(load));
    if (able && takers.putIfAbsent(reader, true) == null) {
      folded.set(load.writes().get(0));
    }
  }
}
