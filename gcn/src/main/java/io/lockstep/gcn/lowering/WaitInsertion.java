// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.gcn.lowering.PendingRegisters.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Inserts {@code s_waitcnt} before the first use of a memory result.
 *
 * <p>Tracks for each register how many operations of its counter have been issued since (its age).
 * Vector memory completes in order, and so does the LDS, so waiting for a register of age n allows
 * n - 1 younger operations to stay outstanding. Scalar loads return out of order, so while one is
 * outstanding only zero is safe (LLVM AMDGPU usage, memory model). A barrier waits for the LDS
 * first.
 *
 * <p>A copy without an instruction ({@link GcnOp#renames}) waits for nothing; its destination is as
 * pending as its sources, and it is dropped from the new lists.
 */
final class WaitInsertion {
  private final int registers;
  private final int mostVm;
  private final int mostLgkm;

  WaitInsertion(int registers, Chip chip) {
    this.registers = registers;
    mostVm = chip.mostVectorWaits;
    mostLgkm = chip.mostLocalWaits;
  }

  List<List<GcnOp>> insert(List<List<GcnOp>> blocks, int[][] predecessors) {
    int n = blocks.size();
    PendingRegisters now = new PendingRegisters(registers);
    Snapshot[] entry = new Snapshot[n];
    Snapshot[] exit = new Snapshot[n];
    Arrays.setAll(entry, b -> new Snapshot());
    Arrays.setAll(exit, b -> new Snapshot());
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
      if (op.cls == GcnClass.WAITCNT) {
        settle(s, op.vm, op.lgkm); // inserted for a fence
      }
      int vm = Integer.MAX_VALUE;
      int lgkm = Integer.MAX_VALUE;
      for (int[] accessed : List.of(op.src, op.dst)) {
        for (int r : accessed) {
          vm = need(vm, s.vm.of(r));
          lgkm = need(lgkm, s.lgkm.of(r));
        }
      }
      if (op.cls == GcnClass.BARRIER && s.lgkmOutstanding > 0) {
        lgkm = 0;
      }
      if (lgkm != Integer.MAX_VALUE && s.scalarOutstanding) {
        lgkm = 0;
      }
      if (vm != Integer.MAX_VALUE || lgkm != Integer.MAX_VALUE) {
        vm = vm > mostVm ? -1 : vm;
        lgkm = lgkm > mostLgkm ? lgkm == Integer.MAX_VALUE ? -1 : mostLgkm : lgkm;
        settle(s, vm, lgkm);
        if (out != null) {
          out.add(GcnOp.before(op, GcnClass.WAITCNT, "s_waitcnt").waits(vm, lgkm));
        }
      }
      issue(op, s);
      if (out != null) {
        out.add(op);
      }
    }
  }

  private static void rename(GcnOp op, PendingRegisters s) {
    int vm = 0;
    int lgkm = 0;
    for (int r : op.src) {
      vm = younger(vm, s.vm.of(r));
      lgkm = younger(lgkm, s.lgkm.of(r));
    }
    for (int d : op.dst) {
      s.vm.set(d, vm);
      s.lgkm.set(d, lgkm);
    }
  }

  private static int younger(int a, int b) {
    return a == 0 ? b : b == 0 ? a : Math.min(a, b);
  }

  private static int need(int so, int age) {
    return age == 0 ? so : Math.min(so, age - 1);
  }

  private static void settle(PendingRegisters s, int vm, int lgkm) {
    if (vm >= 0) {
      s.vm.settle(vm);
    }
    if (lgkm >= 0) {
      s.lgkm.settle(lgkm);
      s.lgkmOutstanding = Math.min(s.lgkmOutstanding, lgkm);
      if (lgkm == 0) {
        s.scalarOutstanding = false;
      }
    }
  }

  private void issue(GcnOp op, PendingRegisters s) {
    boolean counted = op.cls.isVectorMemory();
    boolean lgkm = op.cls.isLds() || op.cls == GcnClass.SMEM || op.cls == GcnClass.REGION;
    if (counted) {
      s.vm.grow(mostVm);
      for (int r : op.dst) {
        s.vm.set(r, 1);
      }
    } else if (lgkm) {
      s.lgkm.grow(mostLgkm);
      for (int r : op.dst) {
        s.lgkm.set(r, 1);
      }
      s.lgkmOutstanding = Math.min(mostLgkm, s.lgkmOutstanding + 1);
      if (op.cls == GcnClass.SMEM) {
        s.scalarOutstanding = true;
      }
    } else {
      for (int r : op.dst) {
        s.vm.set(r, 0);
        s.lgkm.set(r, 0);
      }
    }
  }
}
