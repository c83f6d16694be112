// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Determines which values and branches are equal for all work-items of a work-group, or for all
 * lanes of a wavefront.
 *
 * <p>Divergence propagates from divergent sources through operands and guards, and through control
 * flow: a register assigned under a divergent branch is divergent. The two analyses differ in two
 * places. <b>Sources</b>: work-items of a group are in several wavefronts, which read local memory
 * at different times; lanes of a wavefront read it at the same time. <b>Control flow</b>:
 * wavefronts of a group are at different places, so all values written under a divergent branch may
 * differ. Inactive lanes hold no relevant values, so for lanes a register diverges where paths with
 * different definitions of it join: at the branch's immediate post-dominator, or earlier at a block
 * that both sides reach. For the exit of a loop that is the block after the loop, so a counter is
 * uniform inside its loop and divergent after it.
 *
 * <p>The analysis does not distinguish definitions of a register: one divergent definition makes it
 * divergent everywhere, which is conservative. Loads from global memory at one address are treated
 * as uniform, which holds unless the memory is written meanwhile. Immutable and thread-safe.
 */
public final class Uniformity {
  /** The work-items that are compared. */
  public enum Among {
    /** Work-items of one group, in any wavefront. */
    WORK_GROUP,
    /** Lanes that execute together, for any width. */
    WAVEFRONT
  }

  private final Kernel kernel;
  private final Among among;
  private final Liveness liveness;
  private final BitSet divergent = new BitSet();
  private final BitSet divergentBranches = new BitSet();
  private final BitSet divergentBlocks = new BitSet();
  private final Map<Integer, Region> regions = new HashMap<>(); // by the branches' post-dominator
  private final int[] depth; // by loop

  /**
   * State shared by all branches with the same post-dominator, so that most blocks are visited only
   * once.
   */
  private static final class Region {
    private final BitSet seen = new BitSet();
    private final BitSet spared = new BitSet(); // seen blocks whose own writes have not been marked
    private final BitSet live = new BitSet(); // live at the post-dominator
  }

  /**
   * Analyses a kernel.
   *
   * @param kernel the kernel
   * @param among the work-items that are compared
   */
  public Uniformity(Kernel kernel, Among among) {
    this.kernel = kernel;
    this.among = among;
    liveness = among == Among.WAVEFRONT ? new Liveness(kernel) : null;
    depth = depths(kernel);
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : kernel.blocks()) {
        for (Instruction i : block.instructions()) {
          changed |= instruction(i, divergentBlocks.get(block.id()));
        }
        if (block.successors().size() > 1
            && !divergentBranches.get(block.id())
            && readsDivergent(block.last())) {
          divergentBranches.set(block.id());
          if (among == Among.WORK_GROUP) {
            influence(block);
          } else {
            join(block);
          }
          changed = true;
        }
      }
    }
    regions.clear(); // no longer needed
  }

  /**
   * {@return whether all work-items that have a value in a register have the same value}
   *
   * @param register number of the register
   */
  public boolean isUniform(int register) {
    return !divergent.get(register);
  }

  /**
   * {@return whether all work-items that reach a block's end together take the same branch}
   *
   * @param block number of the block
   */
  public boolean isUniformBranch(int block) {
    return !divergentBranches.get(block);
  }

  private boolean instruction(Instruction i, boolean underDivergence) {
    if (!underDivergence && !differs(i)) {
      return false;
    }
    boolean changed = false;
    for (int d : i.writes()) {
      if (!divergent.get(d)) {
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

  private boolean differs(Instruction i) {
    return among == Among.WORK_GROUP
        ? differsInGroup(i) || readsDivergent(i)
        : !isOneForWavefront(i) && (differsInWavefront(i) || readsDivergent(i));
  }

  private static boolean differsInGroup(Instruction i) {
    return switch (i.op()) {
      case SPECIAL -> !i.special().isGroupUniform();
      case LOAD ->
          switch (i.memory().space()) {
            case LOCAL, PRIVATE, GENERIC, REGION -> true;
            default -> false;
          };
      case ATOMIC,
          SHUFFLE,
          VOTE,
          MATCH,
          REDUCE,
          ACTIVE_MASK,
          ELECT,
          MATRIX,
          ROW_ADDRESS,
          TRANSPOSE,
          PRINTF ->
          true;
      default -> false;
    };
  }

  private static boolean differsInWavefront(Instruction i) {
    return switch (i.op()) {
      case SPECIAL -> i.special().isOfLane();
      case LOAD -> i.memory().space() == Space.PRIVATE;
      case ATOMIC, SHUFFLE, MATCH, ELECT, MATRIX, ROW_ADDRESS, TRANSPOSE -> true;
      default -> false;
    };
  }

  /** Returns whether the result is equal for all lanes, whatever the operands. */
  private static boolean isOneForWavefront(Instruction i) {
    return i.op() == Op.SPECIAL && !i.special().isOfLane()
        || i.op() == Op.VOTE
        || i.op() == Op.ACTIVE_MASK
        || i.op() == Op.REDUCE;
  }

  /** Marks the blocks between a branch and its reconvergence point. */
  private void influence(Block branch) {
    BitSet seen = region(branch.postDominator()).seen;
    ArrayDeque<Integer> work = new ArrayDeque<>(branch.successors());
    while (!work.isEmpty()) {
      int b = work.pop();
      if (b != branch.postDominator() && !seen.get(b)) {
        seen.set(b);
        divergentBlocks.set(b);
        work.addAll(kernel.blocks().get(b).successors());
      }
    }
  }

  private Region region(int meet) {
    Region region = regions.get(meet);
    if (region == null) {
      region = new Region();
      if (meet >= 0 && liveness != null) {
        region.live.or(liveness.liveIn(meet));
      }
      regions.put(meet, region);
    }
    return region;
  }

  /** Marks the registers that the sides of a divergent branch assign differently. */
  private void join(Block branch) {
    int meet = branch.postDominator();
    Region region = region(meet);
    List<Integer> sides =
        branch.successors().stream().filter(s -> s != meet && s != branch.id()).toList();
    if (sides.size() == 1) {
      joinOfOneSide(branch, sides.get(0), region);
      return;
    }
    BitSet seen = new BitSet();
    BitSet joins = new BitSet();
    for (int s : sides) {
      BitSet side = side(branch, s);
      BitSet both = (BitSet) side.clone();
      both.and(seen);
      joins.or(both);
      seen.or(side);
    }
    BitSet live = (BitSet) region.live.clone();
    joins.stream().forEach(b -> live.or(liveness.liveIn(b)));
    if (branch.loop() >= 0 && leavesLoop(branch)) {
      seen.set(branch.id());
    }
    seen.stream().forEach(b -> assign(b, live));
  }

  /** Marks as {@link #join} does if one side has blocks; visits only blocks new to the region. */
  private void joinOfOneSide(Block branch, int side, Region region) {
    boolean known = false;
    boolean again = false;
    ArrayDeque<Integer> work = new ArrayDeque<>();
    work.add(side);
    while (!work.isEmpty()) {
      int b = work.pop();
      if (b == branch.postDominator()) {
        continue;
      }
      if (region.seen.get(b)) {
        known = true;
        continue;
      }
      region.seen.set(b);
      if (b == branch.id()) {
        again = true;
      } else {
        assign(b, region.live);
      }
      work.addAll(kernel.blocks().get(b).successors());
    }
    if (known && !region.spared.isEmpty()) {
      BitSet all = side(branch, side);
      all.stream().forEach(b -> assign(b, region.live));
      region.spared.andNot(all);
    }
    if (branch.loop() >= 0 && leavesLoop(branch)) {
      assign(branch.id(), region.live);
    } else if (again) {
      region.spared.set(branch.id());
    }
  }

  /** Marks the writes of a block that are live where the sides join. */
  private void assign(int block, BitSet live) {
    for (Instruction i : kernel.blocks().get(block).instructions()) {
      for (int d : i.writes()) {
        if (live.get(d)) {
          divergent.set(d);
        }
      }
    }
  }

  /** Returns the blocks from a branch's successor up to the branch's reconvergence point. */
  private BitSet side(Block branch, int successor) {
    BitSet side = new BitSet();
    ArrayDeque<Integer> work = new ArrayDeque<>();
    work.add(successor);
    while (!work.isEmpty()) {
      int b = work.poll();
      if (b != branch.postDominator() && b != branch.id() && !side.get(b)) {
        side.set(b);
        work.addAll(kernel.blocks().get(b).successors());
      }
    }
    return side;
  }

  private boolean leavesLoop(Block block) {
    for (int s : block.successors()) {
      if (!inLoop(s, block.loop())) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a block is in a loop or in a deeper loop. */
  private boolean inLoop(int block, int loop) {
    Block b = kernel.blocks().get(block);
    if (b.loop() == loop) {
      return true;
    }
    return b.loopDepth() > depth[loop];
  }

  private static int[] depths(Kernel kernel) {
    int loops = 0;
    for (Block b : kernel.blocks()) {
      loops = Math.max(loops, b.loop() + 1);
    }
    int[] depth = new int[loops];
    for (Block b : kernel.blocks()) {
      if (b.loop() >= 0 && depth[b.loop()] == 0) {
        depth[b.loop()] = b.loopDepth();
      }
    }
    return depth;
  }
}
