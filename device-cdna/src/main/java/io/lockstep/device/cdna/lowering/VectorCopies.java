package io.lockstep.device.cdna.lowering;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Moves scalars to vector registers for instructions that read at most one: loop-invariant values
 * behind their definition, others once a block, or at each use if the block changes them.
 */
final class VectorCopies {
  private final RegisterFacts facts;
  private final boolean hoists;
  private final List<Set<Integer>> behind =
      new ArrayList<>(); // registers moved at each block's end
  private final BitSet all = new BitSet();
  private final Set<Integer> here = new LinkedHashSet<>();
  private final Set<String> constants = new LinkedHashSet<>();
  private final Set<String> constantsHere = new LinkedHashSet<>();
  private int block;

  VectorCopies(RegisterFacts facts, Chip chip) {
    this.facts = facts;
    hoists = chip.hoistsMoves;
    facts.kernel.blocks().forEach(b -> behind.add(new LinkedHashSet<>()));
  }

  void begin(int number) {
    block = number;
    here.clear();
    constantsHere.clear();
  }

  /** Requests a copy; returns whether it must be right before the instruction. */
  boolean isMovedHere(int register) {
    if (!hoists) {
      return true;
    }
    boolean once = facts.def[register] != null;
    if (once && depth(block) > depth(facts.defBlock[register])) {
      behind.get(facts.defBlock[register]).add(register);
      all.set(register);
      return false;
    }
    return !once && isChangedHere(register) || here.add(register);
  }

  /** Requests a copy; returns whether it must be right before the instruction. */
  boolean isMovedHere(String constant) {
    if (hoists && depth(block) > 0 && depth(0) == 0) {
      constants.add(constant);
      return false;
    }
    return constantsHere.add(constant);
  }

  /** Moved at the end of the first block. */
  Set<String> constants() {
    return constants;
  }

  /** Moved at the end of a block. */
  Set<Integer> behind(int ofBlock) {
    return behind.get(ofBlock);
  }

  /** Whether it has a vector copy for its lifetime. */
  boolean isHeld(int register) {
    return all.get(register);
  }

  private boolean isChangedHere(int register) {
    return facts.kernel.blocks().get(block).instructions().stream()
        .anyMatch(i -> i.writes().contains(register));
  }

  private int depth(int of) {
    return facts.kernel.blocks().get(of).loopDepth();
  }
}
