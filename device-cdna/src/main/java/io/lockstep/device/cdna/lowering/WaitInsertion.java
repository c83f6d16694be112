package io.lockstep.device.cdna.lowering;

import java.util.ArrayList;
import java.util.List;

/**
 * Puts {@code s_waitcnt} before the first use of what memory returns.
 *
 * <p>Per register: how many operations of its counter have been issued since (its age). Vector
 * memory completes in order, and so does the LDS, so waiting for a register of age n lets n - 1
 * younger ones stay outstanding; scalar loads return out of order, so with one of them under way
 * only zero is safe (LLVM AMDGPU usage, memory model; CDNA specification section 3). A barrier
 * waits for the LDS first.
 *
 * <p>A copy for which no instruction is made ({@link GcnOp#renames}) waits for nothing, but its
 * destination is as pending as its sources are; it is left out of the new lists.
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

  private final class State {
    final int[] vm = new int[registers];
    final int[] lgkm = new int[registers];

    /** Age of the youngest outstanding scalar operation, 0 if there is none. */
    int scalarOutstanding;

    int lgkmOutstanding;

    void copy(State s) {
      System.arraycopy(s.vm, 0, vm, 0, registers);
      System.arraycopy(s.lgkm, 0, lgkm, 0, registers);
      scalarOutstanding = s.scalarOutstanding;
      lgkmOutstanding = s.lgkmOutstanding;
    }

    /** Joins another way of coming here; says whether anything became more pending. */
    boolean merge(State s) {
      boolean changed = false;
      for (int r = 0; r < registers; r++) {
        changed |= youngest(vm, r, s.vm[r]) | youngest(lgkm, r, s.lgkm[r]);
      }
      if (s.scalarOutstanding != 0 && scalarOutstanding == 0) {
        scalarOutstanding = 1;
        changed = true;
      }
      if (s.lgkmOutstanding > lgkmOutstanding) {
        lgkmOutstanding = s.lgkmOutstanding;
        changed = true;
      }
      return changed;
    }

    private boolean youngest(int[] ages, int r, int age) {
      if (age != 0 && (ages[r] == 0 || age < ages[r])) {
        ages[r] = age;
        return true;
      }
      return false;
    }
  }

  /** New lists with the waits in place. */
  List<List<GcnOp>> insert(List<List<GcnOp>> blocks, int[][] predecessors) {
    int n = blocks.size();
    State[] entry = new State[n];
    State[] exit = new State[n];
    for (int b = 0; b < n; b++) {
      entry[b] = new State();
    }
    boolean changed = true;
    int rounds = 0;
    while (changed) {
      changed = false;
      for (int b = 0; b < n; b++) {
        for (int p : predecessors[b]) {
          if (exit[p] != null) {
            changed |= entry[b].merge(exit[p]);
          }
        }
        State s = new State();
        s.copy(entry[b]);
        walk(blocks.get(b), s, null);
        if (exit[b] == null) {
          changed = true;
        }
        exit[b] = s;
      }
      if (++rounds > 1000) {
        throw new IllegalStateException("waits do not settle");
      }
    }
    List<List<GcnOp>> out = new ArrayList<>();
    for (int b = 0; b < n; b++) {
      State s = new State();
      s.copy(entry[b]);
      List<GcnOp> list = new ArrayList<>();
      walk(blocks.get(b), s, list);
      out.add(list);
    }
    return out;
  }

  private void walk(List<GcnOp> ops, State s, List<GcnOp> out) {
    for (GcnOp op : ops) {
      if (op.renames) {
        rename(op, s);
        continue;
      }
      if (op.cls == GcnClass.WAITCNT) {
        settle(s, op.vm, op.lgkm); // a fence's
      }
      int vm = Integer.MAX_VALUE;
      int lgkm = Integer.MAX_VALUE;
      for (int r : op.src) {
        vm = need(vm, s.vm[r]);
        lgkm = need(lgkm, s.lgkm[r]);
      }
      for (int r : op.dst) {
        vm = need(vm, s.vm[r]);
        lgkm = need(lgkm, s.lgkm[r]);
      }
      if (op.cls == GcnClass.BARRIER && s.lgkmOutstanding > 0) {
        lgkm = 0;
      }
      if (lgkm != Integer.MAX_VALUE && s.scalarOutstanding > 0) {
        lgkm = 0;
      }
      if (vm != Integer.MAX_VALUE || lgkm != Integer.MAX_VALUE) {
        vm = vm > mostVm ? -1 : vm;
        lgkm = lgkm > mostLgkm ? lgkm == Integer.MAX_VALUE ? -1 : mostLgkm : lgkm;
        settle(s, vm, lgkm);
        if (out != null) {
          out.add(wait(op, vm, lgkm));
        }
      }
      issue(op, s);
      if (out != null) {
        out.add(op);
      }
    }
  }

  private static void rename(GcnOp op, State s) {
    int vm = 0;
    int lgkm = 0;
    for (int r : op.src) {
      vm = younger(vm, s.vm[r]);
      lgkm = younger(lgkm, s.lgkm[r]);
    }
    for (int d : op.dst) {
      s.vm[d] = vm;
      s.lgkm[d] = lgkm;
    }
  }

  private static int younger(int a, int b) {
    return a == 0 ? b : b == 0 ? a : Math.min(a, b);
  }

  private static int need(int so, int age) {
    return age == 0 ? so : Math.min(so, age - 1);
  }

  /** A wait before the first instruction that needs it, which it belongs to. */
  private static GcnOp wait(GcnOp before, int vm, int lgkm) {
    GcnOp w = new GcnOp(GcnClass.WAITCNT, "s_waitcnt");
    w.from = before.from;
    w.prepares = true;
    w.vm = vm;
    w.lgkm = lgkm;
    w.operands =
        (vm >= 0 ? "vmcnt(" + vm + ")" : "")
            + (vm >= 0 && lgkm >= 0 ? " " : "")
            + (lgkm >= 0 ? "lgkmcnt(" + lgkm + ")" : "");
    return w;
  }

  private void settle(State s, int vm, int lgkm) {
    if (vm >= 0) {
      for (int r = 0; r < registers; r++) {
        if (s.vm[r] > vm) {
          s.vm[r] = 0;
        }
      }
    }
    if (lgkm >= 0) {
      for (int r = 0; r < registers; r++) {
        if (s.lgkm[r] > lgkm) {
          s.lgkm[r] = 0;
        }
      }
      s.lgkmOutstanding = Math.min(s.lgkmOutstanding, lgkm);
      if (lgkm == 0) {
        s.scalarOutstanding = 0;
      }
    }
  }

  private void issue(GcnOp op, State s) {
    boolean counted = op.cls.isVectorMemory();
    boolean lgkm = op.cls.isLds() || op.cls == GcnClass.SMEM || op.cls == GcnClass.REGION;
    if (counted) {
      age(s.vm, mostVm);
      for (int r : op.dst) {
        s.vm[r] = 1;
      }
    } else if (lgkm) {
      age(s.lgkm, mostLgkm);
      for (int r : op.dst) {
        s.lgkm[r] = 1;
      }
      s.lgkmOutstanding = Math.min(mostLgkm, s.lgkmOutstanding + 1);
      if (op.cls == GcnClass.SMEM) {
        s.scalarOutstanding = 1;
      }
    } else {
      for (int r : op.dst) {
        s.vm[r] = 0;
        s.lgkm[r] = 0;
      }
    }
  }

  private static void age(int[] ages, int max) {
    for (int r = 0; r < ages.length; r++) {
      if (ages[r] != 0 && ages[r] <= max) {
        ages[r]++;
      }
    }
  }
}
