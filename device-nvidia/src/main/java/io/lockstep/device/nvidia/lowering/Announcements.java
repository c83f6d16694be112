// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.ReconvergencePoints;
import io.lockstep.lower.control.DirectBranches;
import io.lockstep.lower.control.JoinPoints;
import io.lockstep.lower.control.PredicatedIfs;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The points at which divergent lanes meet that each block announces: those of its branch and of
 * the loops that it enters, unless an earlier block has announced the same point on all paths.
 */
final class Announcements {
  private final List<BitSet> own = new ArrayList<>();
  private final BitSet meets = new BitSet();
  private final List<BitSet> before; // points that are announced and not reached, by block

  Announcements(List<Block> blocks, JoinPoints joins, DirectBranches branches, PredicatedIfs ifs) {
    for (Block b : blocks) {
      BitSet points = new BitSet();
      joins.ofLoops(b.id()).forEach(points::set);
      if (joins.pushes(b.id()) && ifs.diverges(b.id())) {
        points.set(branches.target(joins.meet(b.id())));
      }
      own.add(points);
      meets.or(points);
    }
    before = onAllPaths(blocks);
    for (Block b : blocks) {
      own.get(b.id()).andNot(before.get(b.id()));
    }
  }

  /** Points that are announced and not yet reached at the start of each block, on all paths. */
  private List<BitSet> onAllPaths(List<Block> blocks) {
    List<BitSet> before = new ArrayList<>();
    blocks.forEach(b -> before.add((BitSet) meets.clone()));
    before.get(0).clear();
    for (boolean changed = true; changed; ) {
      changed = false;
      for (Block b : blocks) {
        BitSet after = (BitSet) before.get(b.id()).clone();
        after.clear(b.id());
        after.or(own.get(b.id()));
        for (int s : b.successors()) {
          int count = before.get(s).cardinality();
          before.get(s).and(after);
          changed |= before.get(s).cardinality() < count;
        }
      }
    }
    return before;
  }

  Iterable<Integer> of(int block) {
    return own.get(block).stream().boxed().toList();
  }

  /** Announced points that lanes leave behind on their way from a block to a branch's target. */
  List<Integer> passed(int block, int target, ReconvergencePoints points) {
    BitSet announced = (BitSet) before.get(block).clone();
    announced.clear(block);
    announced.or(own.get(block));
    int to = points.position(block, target);
    return announced.stream().filter(p -> points.position(block, p) < to).boxed().toList();
  }

  /** Blocks at whose start lanes wait for others. */
  BitSet meets() {
    return meets;
  }
}
