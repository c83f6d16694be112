// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.lower.control.DirectBranches;
import io.lockstep.lower.control.JoinPoints;
import io.lockstep.lower.control.PredicatedIfs;
import java.util.List;

/**
 * Lowers branches.
 *
 * @param direct whether a branch may be inverted so that the other side falls through
 */
record BranchLowering(DirectBranches branches, JoinPoints joins, Timings timings, boolean direct) {
  /** Pushes the reconvergence points behind the loops that a block enters. */
  void enterLoops(Block block, Instruction last, RowEmitter out) {
    for (int meet : joins.ofLoops(block.id())) {
      out.part(last, Pipe.BRANCH, "joinat B" + meet, timings.simple, List.of());
    }
  }

  /** Emits a branch if a block falls through in the portable order but not in the layout. */
  void fallThrough(Block block, RowEmitter out) {
    boolean falls =
        switch (block.last().op()) {
          case JUMP, BRANCH, SWITCH, EXIT -> false;
          default -> block.successors().size() == 1;
        };
    if (falls) {
      jump(block, block.last(), out);
    }
  }

  void jump(Block block, Instruction last, RowEmitter out) {
    int target = branches.target(block.successors().get(0));
    if (joins.isEnd(target)) {
      out.flag("    exit (flag)", last);
    } else if (!branches.follows(block.id(), target)) {
      out.jump(last, "bra B" + target, timings.simple, timings.branchLatency);
    }
  }

  /** Emits a possibly divergent branch, unless its side is predicated. */
  void branch(Block block, Instruction i, PredicatedIfs ifs, RowEmitter out) {
    if (ifs.side(block.id()) >= 0) {
      out.flag("    // predicated to B" + branches.target(joins.meet(block.id())), i);
      return;
    }
    int t = timings.simple;
    if (joins.pushes(block.id())) {
      out.part(i, Pipe.BRANCH, "joinat B" + branches.target(joins.meet(block.id())), t, List.of());
    }
    int other = branches.target(block.successors().get(0));
    int taken = branches.target(block.successors().get(block.successors().size() - 1));
    boolean falls = branches.follows(block.id(), other);
    if (!falls && direct && branches.follows(block.id(), taken)) {
      out.emit(i, Pipe.BRANCH, leave("not ", other), 1, t, timings.branchLatency);
      return;
    }
    out.emit(i, Pipe.BRANCH, leave("", taken), 1, t, timings.branchLatency);
    if (!falls) {
      out.part(i, Pipe.BRANCH, leave("", other), t, List.of());
    }
  }

  private String leave(String not, int target) {
    return joins.isEnd(target) ? "exit " + not : "bra " + not + "B" + target;
  }
}
