// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.type.Space;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds words of shared memory that their only user can read as an operand: on this generation most
 * arithmetic takes one operand from shared memory (envytools, hw/graph/tesla/cuda/isa).
 *
 * <p>A loaded word folds if it is read once, later in its block or in blocks that follow in a
 * straight line, by an instruction that folds no other word, and no write to shared memory, barrier
 * or change of the address intervenes. A wide load is one request per word, so each word folds
 * separately; the load remains for the others.
 */
final class SharedOperands {
  /** Arithmetic that can take one operand from shared and one from constant memory. */
  private static final Set<OpClass> TAKERS =
      Set.of(
          OpClass.FLOAT_ADD,
          OpClass.FLOAT_MUL,
          OpClass.FLOAT_MAD,
          OpClass.FLOAT_FMA,
          OpClass.FLOAT_MINMAX,
          OpClass.INT_ADD,
          OpClass.INT_LOGIC,
          OpClass.INT_MUL24,
          OpClass.COMPARE_INT,
          OpClass.COMPARE_FLOAT);

  /**
   * A word that an instruction reads from shared memory as an operand.
   *
   * @param load that reads it in the portable kernel
   * @param value the word's register
   * @param first whether the instruction performs the load's recorded access
   */
  record Word(Instruction load, int value, boolean first) {}

  private final boolean wide;
  private final RegisterFacts facts;
  private final Map<Instruction, Word> wordOf = new IdentityHashMap<>();
  private final Map<Instruction, Integer> left = new IdentityHashMap<>();
  private final BitSet folded = new BitSet();

  SharedOperands(RegisterFacts facts, boolean wide) {
    this.facts = facts;
    this.wide = wide;
    for (Block block : facts.kernel().blocks()) {
      for (int k = 0; k < block.instructions().size(); k++) {
        if (canFold(block.instructions().get(k))) {
          fold(block, k);
        }
      }
    }
  }

  /** Words that an instruction reads as an operand. */
  BitSet folded() {
    return folded;
  }

  /** Words that a load of shared memory still reads itself. */
  int words(Instruction load) {
    return left.getOrDefault(load, Math.max(1, load.memory().bytes() / 4));
  }

  /** The word that an instruction reads as an operand, or null. */
  Word foldedInto(Instruction i) {
    return wordOf.get(i);
  }

  private boolean canFold(Instruction i) {
    if (i.op() != Op.LOAD || i.memory().space() != Space.LOCAL || i.guard() >= 0) {
      return false;
    }
    int words = i.destinations().size();
    return i.memory().bytes() == 4 * words
        && (words == 1 || wide)
        && (wide || !i.memory().isVolatile())
        && i.writes().stream().allMatch(facts::isWrittenOnce);
  }

  private void fold(Block block, int from) {
    Instruction load = block.instructions().get(from);
    List<Instruction> reach = reach(block, from + 1, load);
    int inBlock = Math.min(reach.size(), block.instructions().size() - from - 1);
    int stay = 0;
    Map<Instruction, Integer> takers = new IdentityHashMap<>();
    for (int value : load.writes()) {
      Instruction taker = facts.uses(value) == 1 ? facts.readers(value).get(0) : null;
      boolean able = reach.contains(taker) && canTake(taker) && !wordOf.containsKey(taker);
      if (!able || takers.putIfAbsent(taker, value) != null) {
        stay++;
      }
    }
    Instruction first =
        reach.stream().limit(inBlock).filter(takers::containsKey).findFirst().orElse(null);
    // Accesses are recorded by block, so an instruction of the load's block must perform its
    // access.
    if (takers.isEmpty() || stay == 0 && first == null) {
      return;
    }
    for (Instruction i : reach) {
      Integer value = takers.get(i);
      if (value != null) {
        wordOf.put(i, new Word(load, value, stay == 0 && i == first));
        folded.set(value);
      }
    }
    left.put(load, stay);
  }

  /** Whether an instruction can take an operand from shared or constant memory. */
  static boolean canTake(Instruction i) {
    return TAKERS.contains(i.opClass())
        && i.guard() < 0
        && i.type().bits() <= 32
        && i.sourceType().bits() <= 32;
  }

  /** Instructions after a load at which its words and address are unchanged. */
  private List<Instruction> reach(Block from, int start, Instruction load) {
    List<Instruction> reach = new ArrayList<>();
    Block block = from;
    int k = start;
    while (true) {
      for (; k < block.instructions().size(); k++) {
        Instruction i = block.instructions().get(k);
        reach.add(i); // an instruction reads before it writes
        if (i.op() == Op.BARRIER
            || i.op().writes()
            || i.op() == Op.LOAD && load.memory().isVolatile() // volatile loads keep their order
            || changes(i, load)) {
          return reach;
        }
      }
      if (!wide || block.successors().size() != 1) {
        return reach;
      }
      int next = block.successors().get(0);
      if (next <= block.id() || facts.predecessors()[next].length != 1) {
        return reach;
      }
      block = facts.kernel().blocks().get(next);
      k = 0;
    }
  }

  private static boolean changes(Instruction i, Instruction load) {
    return load.sources().stream()
        .anyMatch(o -> o.isRegister() && i.writes().contains(o.register()));
  }
}
