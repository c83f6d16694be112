// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.gcn.isa.InstructionSet;
import io.lockstep.gcn.isa.WaitCounter;
import io.lockstep.gcn.lowering.PendingRegisters.Ages;
import io.lockstep.gcn.lowering.PendingRegisters.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Inserts waits ({@code s_waitcnt}) before the first use of a memory result.
 *
 * <p>Tracks for each register, by wait counter of the instruction set, how many operations of the
 * counter have been issued since (its age). Vector memory completes in order, and so does the LDS,
 * so waiting for a register of age n allows n - 1 younger operations to stay outstanding. Scalar
 * loads return out of order, so while one is outstanding only zero is safe for its counter (LLVM
 * AMDGPU usage, memory model). A barrier waits for the LDS first.
 *
 * <p>A copy without an instruction ({@link GcnOp#renames}) waits for nothing; its destination is as
 * pending as its sources, and it is dropped from the new lists.
 */
final class WaitInsertion {
  private final int registers;
  private final InstructionSet isa;
  private final int[] most; // by counter

  WaitInsertion(int registers, Chip chip) {
    this.registers = registers;
    isa = chip.isa;
    most = chip.mostWaits;
  }

  List<List<GcnOp>> insert(List<List<GcnOp>> blocks, int[][] predecessors) {
    int n = blocks.size();
    PendingRegisters now = new PendingRegisters(registers, most.length);
    Snapshot[] entry = new Snapshot[n];
    Snapshot[] exit = new Snapshot[n];
    Arrays.setAll(entry, b -> new Snapshot(most.length));
    Arrays.setAll(exit, b -> new Snapshot(most.length));
    BitSet[] successors = new BitSet[n];
    Arrays.setAll(successors, b -> new BitSet());
    for (int b = 0; b < n; b++) {
      for (int p : predecessors[b]) {
        successors[p].set(b);
      }
    }
    // A wait also settles other registers, so the order of visits affects the code.
    BitSet open = new BitSet();
    open.set(0, n);
    for (int rounds = 0; !open.isEmpty(); rounds++) {
      if (rounds > 1000 + n) {
        throw new IllegalStateException("waits do not settle");
      }
      for (int b = open.nextSetBit(0); b >= 0; b = open.nextSetBit(b + 1)) {
        open.clear(b);
        now.restore(entry[b]);
        for (int p : predecessors[b]) {
          now.merge(exit[p]);
        }
        now.save(entry[b]);
        walk(blocks.get(b), now, null);
        if (now.save(exit[b])) {
          open.or(successors[b]);
        }
      }
    }
    List<List<GcnOp>> out = new ArrayList<>();
    for (int b = 0; b < n; b++) {
      now.restore(entry[b]);
      List<GcnOp> list = new ArrayList<>();
      walk(blocks.get(b), now, list);
      out.add(list);
    }
    return out;
  }

  private void walk(List<GcnOp> ops, PendingRegisters s, List<GcnOp> out) {
    for (GcnOp op : ops) {
      if (op.renames) {
        rename(op, s);
        continue;
      }
      for (int k = 0; k < op.waits.length; k++) {
        settle(s.counters[k], op.waits[k]); // inserted for a fence
      }
      int[] allowed = new int[most.length];
      for (int k = 0; k < allowed.length; k++) {
        allowed[k] = allowed(op, s.counters[k], isa.waits().get(k));
        settle(s.counters[k], allowed[k]);
      }
      if (out != null) {
        GcnOp.waits(isa, allowed).forEach(wait -> out.add(wait.before(op)));
        out.add(op);
      }
      issue(op, s);
    }
  }

  /** Returns how many operations of a counter may stay outstanding before an instruction. */
  private static int allowed(GcnOp op, Ages ages, WaitCounter counter) {
    int youngest = 0;
    for (int[] accessed : List.of(op.src, op.dst)) {
      for (int r : accessed) {
        youngest = younger(youngest, ages.of(r));
      }
    }
    boolean barrier = op.cls == GcnClass.BARRIER && counter.countsLocal() && ages.outstanding > 0;
    return barrier || youngest > 0 && ages.unordered ? 0 : youngest - 1;
  }

  private static void rename(GcnOp op, PendingRegisters s) {
    for (Ages ages : s.counters) {
      int youngest = 0;
      for (int r : op.src) {
        youngest = younger(youngest, ages.of(r));
      }
      for (int d : op.dst) {
        ages.set(d, youngest);
      }
    }
  }

  private static int younger(int a, int b) {
    return a == 0 ? b : b == 0 ? a : Math.min(a, b);
  }

  private static void settle(Ages ages, int allowed) {
    if (allowed != GcnOp.NO_WAIT) {
      ages.settle(allowed);
    }
  }

  private void issue(GcnOp op, PendingRegisters s) {
    int counter = isa.counter(op.cls);
    if (counter >= 0) {
      Ages ages = s.counters[counter];
      ages.grow(most[counter]);
      if (isa.waits().get(counter).countsLocal()) {
        ages.outstanding = Math.min(most[counter], ages.outstanding + 1);
      }
      ages.unordered |= op.cls == GcnClass.SMEM;
    }
    for (int d : op.dst) {
      for (int k = 0; k < most.length; k++) {
        s.counters[k].set(d, k == counter ? 1 : 0);
      }
    }
  }
}
