package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Uniformity;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;

/**
 * Where a {@code joinat} pushes the place at which lanes that disagree meet again (envytools,
 * hw/graph/tesla/cuda/isa and control).
 *
 * <p>Lanes whose sides only meet at the kernel's end do not meet: exits have predicates, and each
 * side leaves by itself. A place behind a loop is pushed once, by the blocks that enter the loop,
 * not in each trip. Immutable and thread-safe once made.
 */
final class JoinPoints {
  private final Kernel kernel;
  private final DirectBranches branches;
  private final boolean any;
  private final BitSet pushing = new BitSet();
  private final List<TreeSet<Integer>> entries = new ArrayList<>();

  /**
   * @param any whether the kernel's end and loops are treated so; otherwise each branch whose lanes
   *     may disagree pushes its place
   */
  JoinPoints(Kernel kernel, DirectBranches branches, Uniformity uniformity, boolean any) {
    this.kernel = kernel;
    this.branches = branches;
    this.any = any;
    kernel.blocks().forEach(b -> entries.add(new TreeSet<>()));
    for (Block block : kernel.blocks()) {
      boolean branch = block.last().op() == Op.BRANCH || block.last().op() == Op.SWITCH;
      if (!branch || block.postDominator() < 0 || uniformity.isUniformBranch(block.id())) {
        continue;
      }
      int meet = block.postDominator();
      BitSet loop = any ? loop(block.id(), meet) : new BitSet();
      if (isEnd(meet)) {
        continue;
      }
      pushing.set(block.id(), loop.isEmpty());
      for (Block from : loop.isEmpty() ? List.<Block>of() : kernel.blocks()) {
        if (!loop.get(from.id()) && from.successors().stream().anyMatch(loop::get)) {
          entries.get(from.id()).add(branches.target(meet));
        }
      }
    }
  }

  /** Whether a block's branch pushes the place itself. */
  boolean pushes(int block) {
    return pushing.get(block);
  }

  /** The places behind loops that a block pushes because it enters them. */
  Iterable<Integer> ofLoops(int block) {
    return entries.get(block);
  }

  /** Whether nothing but the kernel's end is at a block. */
  boolean isEnd(int block) {
    Block at = kernel.blocks().get(branches.target(block));
    return any
        && at.instructions().size() == 1
        && at.last().op() == Op.EXIT
        && at.last().guard() < 0;
  }

  /** The blocks from which a block is reached again without passing another; empty if none. */
  private BitSet loop(int block, int without) {
    BitSet after = new BitSet();
    List<Integer> open = new ArrayList<>(List.of(block));
    while (!open.isEmpty()) {
      for (int next : kernel.blocks().get(open.remove(open.size() - 1)).successors()) {
        if (next != without && !after.get(next)) {
          after.set(next);
          open.add(next);
        }
      }
    }
    BitSet loop = new BitSet();
    if (!after.get(block)) {
      return loop;
    }
    loop.set(block);
    for (int known = 0; known != loop.cardinality(); ) {
      known = loop.cardinality();
      after.stream()
          .filter(b -> kernel.blocks().get(b).successors().stream().anyMatch(loop::get))
          .forEach(loop::set);
    }
    return loop;
  }
}
