// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.Pipe;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Moves immediates in registers out of loops of one block, as ptxas does while few registers are
 * live. Where more are live, the copy in each trip costs less than a register that is occupied for
 * the whole loop.
 */
public final class LoopImmediates {
  private final List<List<SassOp>> code;
  private final List<List<Integer>> successors;
  private final VirtualRegisters registers;

  private LoopImmediates(
      List<List<SassOp>> code, List<List<Integer>> successors, VirtualRegisters registers) {
    this.code = code;
    this.successors = successors;
    this.registers = registers;
  }

  /**
   * Moves the immediates of all loops of one block to the blocks before them.
   *
   * @param most vector registers that may be live in a loop with moved immediates
   */
  public static void move(
      List<List<SassOp>> code,
      List<List<Integer>> successors,
      VirtualRegisters registers,
      int most) {
    new LoopImmediates(code, successors, registers).move(most);
  }

  private void move(int most) {
    Definitions definitions = null;
    Liveness liveness = null;
    for (int b = 1; b < code.size(); b++) {
      int before = successors.get(b).contains(b) ? preheader(b) : -1;
      if (before < 0 || code.get(b).stream().noneMatch(LoopImmediates::isImmediate)) {
        continue;
      }
      if (liveness == null) {
        definitions = new Definitions(code);
        liveness = Liveness.of(code, successors, SassOp.ACCESSES);
      }
      int live = mostLive(code.get(b), liveness.liveOut(b)) + loaded(code.get(b));
      List<SassOp> moved = new ArrayList<>();
      for (SassOp op : code.get(b)) {
        boolean alone = isImmediate(op) && definitions.only(op.results.get(0).number()) == op;
        if (alone && live + moved.size() < most) {
          moved.add(op);
        }
      }
      code.get(b).removeAll(moved);
      List<SassOp> preheader = code.get(before);
      int end = preheader.size();
      while (end > 0 && preheader.get(end - 1).pipe == Pipe.BRANCH) {
        end--;
      }
      preheader.addAll(end, moved);
    }
  }

  private static boolean isImmediate(SassOp op) {
    return op.name.equals("MOV")
        && op.guard == null
        && !op.fixed
        && op.sources.get(0).kind() == Kind.IMMEDIATE;
  }

  /** Returns the only other predecessor of a loop of one block, which leads to it alone, or -1. */
  private int preheader(int loop) {
    int found = -1;
    for (int b = 0; b < successors.size(); b++) {
      if (b != loop && successors.get(b).contains(loop)) {
        if (found >= 0 || successors.get(b).size() > 1) {
          return -1;
        }
        found = b;
      }
    }
    return found;
  }

  /** Returns the most vector registers that are live at once in a block. */
  private int mostLive(List<SassOp> block, BitSet liveOut) {
    BitSet live = new BitSet();
    liveOut.stream().filter(this::isVector).forEach(live::set);
    int most = live.cardinality();
    for (int k = block.size() - 1; k >= 0; k--) {
      SassOp op = block.get(k);
      SassOp.ACCESSES.writes(op, live::clear);
      op.reads(r -> live.set(r, live.get(r) || isVector(r)));
      most = Math.max(most, live.cardinality());
    }
    return most;
  }

  /** Returns the registers that loads of a block write, which an order may have in flight. */
  private static int loaded(List<SassOp> block) {
    int[] loaded = new int[1];
    block.stream()
        .filter(op -> op.access.kind() == AccessKind.LOAD)
        .forEach(op -> op.writes(r -> loaded[0]++));
    return loaded[0];
  }

  private boolean isVector(int register) {
    return registers.file(register) == Kind.VECTOR;
  }
}
