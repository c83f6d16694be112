// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.matrix;

import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.gcn.lowering.GcnOp;
import io.lockstep.kernel.matrix.MfmaShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Inserts {@code s_nop} where gfx9 has no interlock: before an instruction that reads or overwrites
 * the result of a matrix instruction, and before a matrix instruction that reads a vector result,
 * as LLVM's hazard recognizer (GCNHazardRecognizer.cpp) does. Each instruction in between counts as
 * one wait state. A matrix instruction that accumulates into the registers of the preceding one
 * needs no wait, since the unit processes them in order, unless the preceding one is so short that
 * its sums are not ready.
 */
record MatrixHazards(int registers, Timing unit) {
  private static final int MOST = 16; // maximum wait states of one s_nop

  /** The wait states that the instructions of a matrix unit need. */
  interface Timing {
    /** {@return those before an instruction that reads the result} */
    int untilRead(MfmaShape shape);

    /** {@return those before a matrix instruction that accumulates into the result's registers} */
    int untilAdded(MfmaShape shape);

    /** {@return those from a vector instruction to a matrix instruction that reads its result} */
    int beforeSource();
  }

  /** Remaining wait states, by register. */
  private final class State {
    final int[] result = new int[registers];
    final int[] sum = new int[registers];
    final int[] vector = new int[registers];
    private final int[][] all = {result, sum, vector};

    void copy(State s) {
      for (int k = 0; k < all.length; k++) {
        System.arraycopy(s.all[k], 0, all[k], 0, registers);
      }
    }

    boolean merge(State s) {
      boolean changed = false;
      for (int k = 0; k < all.length; k++) {
        for (int r = 0; r < registers; r++) {
          changed |= s.all[k][r] > all[k][r];
          all[k][r] = Math.max(all[k][r], s.all[k][r]);
        }
      }
      return changed;
    }

    void pass(int states) {
      for (int[] left : all) {
        for (int r = 0; r < registers; r++) {
          left[r] = Math.max(0, left[r] - states);
        }
      }
    }

    /** Lets registers inherit the wait states of the registers that they rename. */
    void rename(GcnOp op) {
      for (int[] left : all) {
        int most = 0;
        for (int r : op.src) {
          most = Math.max(most, left[r]);
        }
        for (int d : op.dst) {
          left[d] = most;
        }
      }
    }
  }

  /** Returns lists with the waits inserted, or the same lists without matrix instructions. */
  List<List<GcnOp>> insert(List<List<GcnOp>> blocks, int[][] predecessors) {
    if (blocks.stream().flatMap(List::stream).noneMatch(o -> o.cls == GcnClass.MATRIX)) {
      return blocks;
    }
    int n = blocks.size();
    State[] entry = new State[n];
    State[] exit = new State[n];
    Arrays.setAll(entry, b -> new State());
    Arrays.setAll(exit, b -> new State());
    boolean changed = true;
    boolean first = true;
    while (changed) {
      changed = first;
      first = false;
      for (int b = 0; b < n; b++) {
        for (int p : predecessors[b]) {
          changed |= entry[b].merge(exit[p]);
        }
        exit[b].copy(entry[b]);
        walk(blocks.get(b), exit[b], null);
      }
    }
    List<List<GcnOp>> out = new ArrayList<>();
    for (int b = 0; b < n; b++) {
      List<GcnOp> list = new ArrayList<>();
      walk(blocks.get(b), entry[b], list);
      out.add(list);
    }
    return out;
  }

  private void walk(List<GcnOp> ops, State s, List<GcnOp> out) {
    for (GcnOp op : ops) {
      if (op.renames) {
        s.rename(op);
      } else {
        int wait = wait(op, s);
        if (wait > 0) {
          s.pass(wait);
          for (int left = wait; out != null && left > 0; left -= MOST) {
            out.add(nop(op, Math.min(left, MOST)));
          }
        }
        s.pass(1);
        MfmaShape shape = op.cls == GcnClass.MATRIX ? MfmaShape.values()[(int) op.offset] : null;
        for (int d : op.dst) {
          s.result[d] = shape != null ? unit.untilRead(shape) : 0;
          s.sum[d] = shape != null ? unit.untilAdded(shape) : 0;
          s.vector[d] = shape == null && op.cls.isVector() ? unit.beforeSource() : 0;
        }
      }
      if (out != null) {
        out.add(op);
      }
    }
  }

  private static int wait(GcnOp op, State s) {
    boolean matrix = op.cls == GcnClass.MATRIX;
    int wait = 0;
    for (int r : op.src) {
      boolean added = matrix && Arrays.stream(op.dst).anyMatch(d -> d == r);
      wait = Math.max(wait, added ? s.sum[r] : s.result[r]);
      wait = Math.max(wait, matrix ? s.vector[r] : 0);
    }
    for (int d : op.dst) {
      wait = Math.max(wait, matrix ? 0 : s.result[d]);
    }
    return wait;
  }

  /** Creates wait states that are attributed to the following instruction. */
  private static GcnOp nop(GcnOp before, int states) {
    GcnOp op = new GcnOp(GcnClass.NOP, "s_nop").before(before);
    op.offset = states;
    op.operands = Integer.toString(states - 1);
    return op;
  }
}
