// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.lower.facts.RegisterFacts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Moves scalar values to vector registers for instructions that read at most one scalar register. A
 * loop-invariant value is moved before the loop, after its definition; other values once a block,
 * or at each use if the block changes them.
 */
final class VectorCopies {
  private final RegisterFacts facts;
  private final boolean hoists;
  private final List<Set<Integer>> behind =
      new ArrayList<>(); // registers moved at the end of each block
  private final BitSet all = new BitSet();
  private final Set<Integer> here = new LinkedHashSet<>();
  private final Set<String> constants = new LinkedHashSet<>();
  private final Set<String> constantsHere = new LinkedHashSet<>();
  private int block;

  VectorCopies(RegisterFacts facts, Chip chip) {
    this.facts = facts;
    hoists = chip.applies(GcnOption.HOISTED_MOVES);
    facts.kernel().blocks().forEach(b -> behind.add(new LinkedHashSet<>()));
  }

  void begin(int number) {
    block = number;
    here.clear();
    constantsHere.clear();
  }

  /** Requests a copy; returns whether the move must directly precede the instruction. */
  boolean isMovedHere(int register) {
    if (!hoists) {
      return true;
    }
    boolean once = facts.definition(register) != null;
    if (once && depth(block) > depth(facts.definitionBlock(register))) {
      behind.get(facts.definitionBlock(register)).add(register);
      all.set(register);
      return false;
    }
    return !once && isChangedHere(register) || here.add(register);
  }

  /** Requests a copy; returns whether the move must directly precede the instruction. */
  boolean isMovedHere(String constant) {
    if (hoists && depth(block) > 0 && depth(0) == 0) {
      constants.add(constant);
      return false;
    }
    return constantsHere.add(constant);
  }

  /** Constants that are moved at the end of the first block. */
  Set<String> constants() {
    return constants;
  }

  /** Scalar registers that are moved at the end of a block. */
  Set<Integer> behind(int ofBlock) {
    return behind.get(ofBlock);
  }

  /** Whether a scalar register has a vector copy for its whole lifetime. */
  boolean isHeld(int register) {
    return all.get(register);
  }

  private boolean isChangedHere(int register) {
    return facts.kernel().blocks().get(block).instructions().stream()
        .anyMatch(i -> i.writes().contains(register));
  }

  private int depth(int of) {
    return facts.kernel().blocks().get(of).loopDepth();
  }
}
