// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.gcn.isa.GcnClass;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What memory may still owe one wavefront while its instructions issue: a reference for {@link
 * WaitInsertion} that follows single operations and knows nothing of ages, joins and registers of
 * other paths. Whatever the counters do not prove to be done counts as outstanding.
 */
final class OutstandingLoads {
  private static final int MOST_VECTOR = 63;
  private static final int MOST_LOCAL = 15;

  /** One operation on its way. */
  static final class Operation {
    final GcnOp op;
    private boolean done;

    Operation(GcnOp op) {
      this.op = op;
    }

    @Override
    public String toString() {
      return op.mnemonic + " " + op.operands;
    }
  }

  private final Deque<Operation> vector = new ArrayDeque<>();
  private final Deque<Operation> local = new ArrayDeque<>();
  private final Map<Integer, Set<Operation>> owed = new HashMap<>();

  /** What of these registers has not come. */
  Set<Operation> of(Collection<Integer> registers) {
    Set<Operation> out = new LinkedHashSet<>();
    for (int r : registers) {
      for (Operation o : owed.getOrDefault(r, Set.of())) {
        if (!o.done) {
          out.add(o);
        }
      }
    }
    return out;
  }

  /** A register has a value that hangs on these registers' loads; on none: it is there. */
  void set(int register, Collection<Integer> from) {
    owed.put(register, of(from));
  }

  /** An operation of memory goes out; it returns its destinations. Waits are made. */
  void issue(GcnOp op) {
    if (op.cls == GcnClass.WAITCNT) {
      if (op.waits[0] >= 0) {
        retire(vector, op.waits[0]);
      }
      if (op.waits[1] == 0 || op.waits[1] > 0 && !hasScalar()) {
        retire(local, op.waits[1]);
      }
      return;
    }
    Operation o = new Operation(op);
    if (op.cls.isVectorMemory()) {
      retire(vector, MOST_VECTOR - 1);
      vector.add(o);
    } else if (op.cls.isLds() || op.cls == GcnClass.SMEM) {
      if (!hasScalar()) {
        retire(local, MOST_LOCAL - 1);
      }
      local.add(o);
    } else {
      return;
    }
    for (int d : op.dst) {
      owed.put(d, Set.of(o));
    }
  }

  static boolean isMemory(GcnOp op) {
    return op.cls.isVectorMemory() || op.cls.isLds() || op.cls == GcnClass.SMEM;
  }

  boolean localIsIdle() {
    return local.isEmpty();
  }

  /** The count that lets exactly these come, or -1 where none is of the vector counter. */
  int vectorCount(Collection<Operation> wanted) {
    List<Operation> all = new ArrayList<>(vector);
    int youngest = -1;
    for (Operation o : wanted) {
      youngest = Math.max(youngest, all.indexOf(o));
    }
    return youngest < 0 ? -1 : all.size() - 1 - youngest;
  }

  /** Scalar loads return in any order: a count over zero says nothing of any of them. */
  boolean hasScalar() {
    return local.stream().anyMatch(o -> o.op.cls == GcnClass.SMEM);
  }

  private static void retire(Deque<Operation> queue, int left) {
    while (queue.size() > left) {
      queue.remove().done = true;
    }
  }
}
