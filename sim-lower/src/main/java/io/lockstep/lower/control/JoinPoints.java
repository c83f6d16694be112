// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.control;

import io.lockstep.kernel.analysis.BlockOrder;
import io.lockstep.kernel.analysis.Uniformity;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.ReconvergencePoints;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;

/**
 * Finds where a program must announce the point at which divergent lanes meet again, on machines
 * with an instruction for this.
 *
 * <p>Lanes that would only reconverge at the kernel's end do not: exits are predicated, and each
 * side exits by itself. A reconvergence point behind a loop is pushed once, by the blocks that
 * enter the loop, not in each iteration.
 */
public final class JoinPoints {
  private final RegisterFacts facts;
  private final DirectBranches branches;
  private final boolean any;
  private final ReconvergencePoints points;
  private final int[][] successors;
  private final BitSet repeatable;
  private final BitSet pushing = new BitSet();
  private final List<TreeSet<Integer>> entries = new ArrayList<>();

  /**
   * Finds the points.
   *
   * @param facts facts of the kernel
   * @param branches targets of its branches
   * @param uniformity branches that may diverge
   * @param any whether kernel ends and loops are treated as above; otherwise each divergent branch
   *     pushes its reconvergence point
   */
  public JoinPoints(
      RegisterFacts facts, DirectBranches branches, Uniformity uniformity, boolean any) {
    this.facts = facts;
    this.branches = branches;
    this.any = any;
    List<Block> blocks = facts.kernel().blocks();
    successors =
        blocks.stream()
            .map(b -> b.successors().stream().mapToInt(Integer::intValue).toArray())
            .toArray(int[][]::new);
    points = new ReconvergencePoints(blocks);
    repeatable = repeatable(blocks);
    blocks.forEach(b -> entries.add(new TreeSet<>()));
    for (Block block : blocks) {
      int meet = meet(block.id());
      boolean branch = block.last().op() == Op.BRANCH || block.last().op() == Op.SWITCH;
      if (!branch || meet < 0 || uniformity.isUniformBranch(block.id()) || isEnd(meet)) {
        continue;
      }
      boolean behind = any && !points.meetsInIteration(block.id());
      BitSet loop = behind ? loop(block.id(), meet) : new BitSet();
      pushing.set(block.id(), loop.isEmpty());
      for (Block from : loop.isEmpty() ? List.<Block>of() : blocks) {
        if (!loop.get(from.id()) && from.successors().stream().anyMatch(loop::get)) {
          entries.get(from.id()).add(branches.target(meet));
        }
      }
    }
  }

  /**
   * {@return the block at which lanes meet that a block's branch separates, or -1}
   *
   * @param block number of a block
   */
  public int meet(int block) {
    return points.meetingBlock(block);
  }

  /**
   * {@return whether a block's branch announces its point itself}
   *
   * @param block number of a block
   */
  public boolean pushes(int block) {
    return pushing.get(block);
  }

  /**
   * {@return the points behind loops that a block enters}
   *
   * @param block number of a block
   */
  public Iterable<Integer> ofLoops(int block) {
    return entries.get(block);
  }

  /**
   * {@return whether a block only ends the kernel, where lanes need not meet}
   *
   * @param block number of a block
   */
  public boolean isEnd(int block) {
    Block at = facts.kernel().blocks().get(branches.target(block));
    return any
        && at.instructions().size() == 1
        && at.last().op() == Op.EXIT
        && at.last().guard() < 0;
  }

  /** Blocks between the ends of a back edge in block order, which may be part of a cycle. */
  private static BitSet repeatable(List<Block> blocks) {
    int[] order = BlockOrder.of(blocks);
    int[] place = BlockOrder.places(order);
    int[] begin = new int[order.length + 1];
    for (Block from : blocks) {
      for (int to : from.successors()) {
        if (place[to] <= place[from.id()]) {
          begin[place[to]]++;
          begin[place[from.id()] + 1]--;
        }
      }
    }
    BitSet repeatable = new BitSet();
    int edges = 0;
    for (int p = 0; p < order.length; p++) {
      edges += begin[p];
      repeatable.set(order[p], edges > 0);
    }
    return repeatable;
  }

  /** The blocks of cycles through a block that avoid another block; empty if there are none. */
  private BitSet loop(int block, int without) {
    if (!repeatable.get(block)) {
      return new BitSet();
    }
    BitSet after = reached(block, without, successors);
    if (!after.get(block)) {
      return new BitSet(); // the other direction may visit the whole kernel
    }
    after.and(reached(block, without, facts.predecessors()));
    return after;
  }

  private static BitSet reached(int block, int without, int[][] edges) {
    BitSet reached = new BitSet();
    ArrayDeque<Integer> open = new ArrayDeque<>(List.of(block));
    while (!open.isEmpty()) {
      for (int next : edges[open.pop()]) {
        if (next != without && !reached.get(next)) {
          reached.set(next);
          open.push(next);
        }
      }
    }
    return reached;
  }
}
