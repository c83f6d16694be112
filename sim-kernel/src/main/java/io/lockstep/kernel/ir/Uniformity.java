package io.lockstep.kernel.ir;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Which values and branches are the same for all work-items of a work-group.
 *
 * <p>Taint from what differs between work-items: their ids and lanes, clocks, what atomics return,
 * loads from work-group or private memory, loads from addresses that differ, exchanges between
 * lanes. Control counts too: a register written under a branch that differs, before the paths meet
 * again, differs. A register is one name here, so one divergent definition makes it divergent
 * everywhere; that errs on the safe side. Loads from global memory at one address are uniform as
 * far as no work-item of the group writes there meanwhile. Immutable and thread-safe.
 */
public final class Uniformity {
  private final Kernel kernel;
  private final BitSet divergent = new BitSet();
  private final BitSet divergentBranches = new BitSet();
  private final BitSet divergentBlocks = new BitSet();

  /** Computes the divergent registers of a kernel. */
  public Uniformity(Kernel kernel) {
    this.kernel = kernel;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : kernel.blocks()) {
        for (Instruction i : block.instructions()) {
          changed |= instruction(i, divergentBlocks.get(block.id()));
        }
        Instruction last = block.last();
        if (block.successors().size() > 1
            && !divergentBranches.get(block.id())
            && readsDivergent(last)) {
          divergentBranches.set(block.id());
          influence(block);
          changed = true;
        }
      }
    }
  }

  /** Whether all work-items of a group that hold a value in this register hold the same one. */
  public boolean isUniform(int register) {
    return !divergent.get(register);
  }

  /** Whether all work-items that reach a block's end together go on together. */
  public boolean isUniformBranch(int block) {
    return !divergentBranches.get(block);
  }

  /** Whether the work-items of a group execute a block all together or not at all. */
  public boolean isUniformBlock(int block) {
    return !divergentBlocks.get(block);
  }

  /** Whether an operation computes the same for all work-items, guard included. */
  public boolean isUniform(Instruction i) {
    return !originates(i) && !readsDivergent(i);
  }

  private boolean instruction(Instruction i, boolean underDivergence) {
    if (!underDivergence && !originates(i) && !readsDivergent(i)) {
      return false;
    }
    boolean changed = false;
    for (int d : i.destinations()) {
      if (d >= 0 && !divergent.get(d)) {
        divergent.set(d);
        changed = true;
      }
    }
    return changed;
  }

  private boolean readsDivergent(Instruction i) {
    for (Operand s : i.sources()) {
      if (s.isRegister() && divergent.get(s.register())) {
        return true;
      }
    }
    return i.guard() >= 0 && divergent.get(i.guard());
  }

  private static boolean originates(Instruction i) {
    return switch (i.op()) {
      case SPECIAL -> !i.special().isGroupUniform();
      case LOAD ->
          switch (i.memory().space()) {
            case LOCAL, PRIVATE, GENERIC, REGION -> true;
            default -> false;
          };
      case ATOMIC, SHUFFLE, VOTE, MATCH, REDUCE, ACTIVE_MASK, ELECT, PRINTF -> true;
      default -> false;
    };
  }

  /** Marks the blocks between a branch and the place where its paths meet again. */
  private void influence(Block branch) {
    BitSet seen = new BitSet();
    List<Integer> work = new ArrayList<>(branch.successors());
    while (!work.isEmpty()) {
      int b = work.remove(work.size() - 1);
      if (b == branch.postDominator() || seen.get(b)) {
        continue;
      }
      seen.set(b);
      work.addAll(kernel.blocks().get(b).successors());
    }
    divergentBlocks.or(seen);
  }
}
