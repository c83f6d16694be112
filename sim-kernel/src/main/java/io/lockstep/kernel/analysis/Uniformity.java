// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.ReconvergencePoints;
import io.lockstep.kernel.type.Space;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Determines which values and branches are equal for all work-items of a work-group, for all lanes
 * of a wavefront, or wherever work-items of a launch follow the same path.
 *
 * <p>Divergence propagates from divergent sources through operands and guards, and through control
 * flow: a register assigned under a divergent branch is divergent. The analyses differ in two
 * places. <b>Sources</b>: work-items of a group are in several wavefronts, which read local memory
 * at different times; lanes of a wavefront read it at the same time. <b>Control flow</b>:
 * wavefronts of a group are at different places, so all values written under a divergent branch may
 * differ. Inactive lanes hold no relevant values, so for lanes a register diverges where paths with
 * different definitions of it join: at the points of {@link ReconvergencePoints} that the sides of
 * the branch reach. For the exit of a loop that is the block after the loop, so a counter is
 * uniform inside its loop and divergent after it. Work-items that have ended differ from no others.
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
    WAVEFRONT,
    /**
     * Work-items of one launch, in any group, each at the same place of its path: values that
     * depend on no id and on no memory but parameters. A loop that is left by a uniform branch
     * makes the same number of trips in all groups.
     */
    LAUNCH
  }

  private final Kernel kernel;
  private final Among among;
  private final Liveness liveness;
  private final BitSet divergent = new BitSet();
  private final BitSet divergentBranches = new BitSet();
  private final BitSet divergentBlocks = new BitSet();
  private final ReconvergencePoints points;
  private final Map<Integer, BitSet> oneSided = new HashMap<>(); // positions, by meeting point

  /**
   * Analyses a kernel.
   *
   * @param kernel the kernel
   * @param among the work-items that are compared
   */
  public Uniformity(Kernel kernel, Among among) {
    this.kernel = kernel;
    this.among = among;
    liveness = among == Among.WORK_GROUP ? null : new Liveness(kernel);
    points = new ReconvergencePoints(kernel.blocks());
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
          spread(block);
          changed = true;
        }
      }
    }
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

  /** {@return whether all branches by which loops are left are uniform} */
  public boolean areLoopsUniform() {
    for (Block block : kernel.blocks()) {
      if (block.loop() >= 0 && leavesLoop(block) && !isUniformBranch(block.id())) {
        return false;
      }
    }
    return true;
  }

  private boolean leavesLoop(Block block) {
    for (int s : block.successors()) {
      Block next = kernel.blocks().get(s);
      if (next.loop() != block.loop() && next.loopDepth() <= block.loopDepth()) {
        return true;
      }
    }
    return false;
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
    return switch (among) {
      case WORK_GROUP -> differsInGroup(i) || readsDivergent(i);
      case WAVEFRONT -> !isOneForWavefront(i) && (differsInWavefront(i) || readsDivergent(i));
      case LAUNCH -> differsInLaunch(i) || readsDivergent(i);
    };
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

  private static boolean differsInLaunch(Instruction i) {
    return switch (i.op()) {
      case SPECIAL -> !i.special().isLaunchUniform();
      case LOAD -> i.memory().space() != Space.PARAMETER;
      default -> differsInGroup(i);
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

  /**
   * Marks what differs because lanes take different sides of a branch.
   *
   * <p>Each side has a number, and so has each point at which sides join, for the lanes that go on
   * from there. Where sides join, a register may differ that a block of one of them has written.
   */
  private void spread(Block branch) {
    int[] first = points.successors(points.position(branch.id()));
    int meet = points.meet(branch.id());
    boolean allMeet = points.meetingBlock(branch.id()) == branch.postDominator();
    if (allMeet && first.length == 2 && (first[0] == meet || first[1] == meet)) {
      spreadOneSide(first[0] == meet ? first[1] : first[0], meet);
      return;
    }
    List<BitSet> blocksOf = new ArrayList<>(); // by side
    List<BitSet> liveOf = new ArrayList<>(); // by side: live where it joins others
    List<Integer> openOf = new ArrayList<>(); // by side: number of open positions
    NavigableMap<Integer, BitSet> open = new TreeMap<>(); // sides that reach a position
    int going = 0; // sides with open positions
    for (int s : branch.successors()) {
      int position = points.position(branch.id(), s);
      if (!open.containsKey(position)) {
        addSide(blocksOf, liveOf, openOf);
        reach(open, position, going, openOf);
        going++;
      }
    }
    int sides = going;
    while (going > 1) {
      int position = open.firstKey();
      BitSet reaching = open.remove(position);
      int side = reaching.nextSetBit(0);
      for (int r = side; r >= 0; r = reaching.nextSetBit(r + 1)) {
        openOf.set(r, openOf.get(r) - 1);
        going -= openOf.get(r) == 0 ? 1 : 0;
      }
      if (reaching.cardinality() > 1) {
        if (liveness != null) {
          BitSet live = liveness.liveIn(points.block(position));
          reaching.stream().forEach(r -> liveOf.get(r).or(live));
        }
        side = blocksOf.size();
        addSide(blocksOf, liveOf, openOf);
      }
      points.addBlocks(position, blocksOf.get(side));
      boolean went = openOf.get(side) > 0;
      for (int next : points.successors(position)) {
        if (next > position) {
          reach(open, next, side, openOf);
        }
      }
      going += !went && openOf.get(side) > 0 ? 1 : 0;
    }
    for (int side = 0; side < blocksOf.size(); side++) {
      BitSet live = liveOf.get(side);
      if (liveness != null) {
        blocksOf.get(side).stream().forEach(b -> assign(b, live));
      } else if (side < sides) {
        divergentBlocks.or(blocksOf.get(side));
      }
    }
  }

  /**
   * Marks as {@link #spread} does if the other side has no blocks; visits only positions that no
   * such side with the same meeting point has visited.
   */
  private void spreadOneSide(int first, int meet) {
    BitSet seen = oneSided.computeIfAbsent(meet, m -> new BitSet());
    BitSet blocks = new BitSet();
    ArrayDeque<Integer> open = new ArrayDeque<>(List.of(first));
    while (!open.isEmpty()) {
      int position = open.pop();
      if (position < meet && !seen.get(position)) {
        seen.set(position);
        points.addBlocks(position, blocks);
        for (int next : points.successors(position)) {
          open.push(next);
        }
      }
    }
    if (liveness != null) {
      BitSet live = liveness.liveIn(points.block(meet));
      blocks.stream().forEach(b -> assign(b, live));
    } else {
      divergentBlocks.or(blocks);
    }
  }

  private static void addSide(List<BitSet> blocksOf, List<BitSet> liveOf, List<Integer> openOf) {
    blocksOf.add(new BitSet());
    liveOf.add(new BitSet());
    openOf.add(0);
  }

  private static void reach(
      NavigableMap<Integer, BitSet> open, int position, int side, List<Integer> openOf) {
    BitSet sides = open.computeIfAbsent(position, p -> new BitSet());
    if (!sides.get(side)) {
      sides.set(side);
      openOf.set(side, openOf.get(side) + 1);
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
}
