// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.schedule;

import io.lockstep.device.nvidia.code.Latencies;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.type.Space;
import io.lockstep.lower.schedule.DependenceGraph;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.Pipe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Finds the dependences between instructions: through registers, and of accesses to one kind of
 * memory of which one writes, but for loads from memory that nothing writes.
 */
final class CodeDependences {
  private final List<SassOp> ops;
  private final Latencies latencies;
  private final DependenceGraph graph;

  private CodeDependences(List<SassOp> ops, Latencies latencies) {
    this.ops = ops;
    this.latencies = latencies;
    graph = new DependenceGraph(ops.size());
  }

  static DependenceGraph of(List<SassOp> ops, Latencies latencies) {
    CodeDependences found = new CodeDependences(ops, latencies);
    found.registers();
    found.memory();
    return found.graph;
  }

  /** The instructions that have accessed a register since its last write without a guard. */
  private static final class Accesses {
    private int[] places = new int[2];
    private int count;

    void clear() {
      count = 0;
    }

    void add(int place) {
      if (count == places.length) {
        places = Arrays.copyOf(places, 2 * count);
      }
      places[count++] = place;
    }
  }

  private void registers() {
    Map<Integer, Accesses> writers = new HashMap<>();
    Map<Integer, Accesses> readers = new HashMap<>();
    for (int k = 0; k < ops.size(); k++) {
      int to = k;
      SassOp op = ops.get(k);
      op.reads(r -> depends(writers.get(r), to));
      op.writes(
          r -> {
            depends(writers.get(r), to);
            follows(readers.get(r), to);
          });
      op.writes(
          r -> {
            Accesses before = writers.computeIfAbsent(r, x -> new Accesses());
            if (op.guard == null) {
              before.clear();
              readers.computeIfAbsent(r, x -> new Accesses()).clear();
            }
            before.add(to);
          });
      op.reads(r -> readers.computeIfAbsent(r, x -> new Accesses()).add(to));
    }
  }

  private void depends(Accesses writers, int to) {
    for (int k = 0; writers != null && k < writers.count; k++) {
      int from = writers.places[k];
      graph.edge(from, to, latencies.expected(ops.get(from), ops.get(to)), 0);
    }
  }

  private void follows(Accesses readers, int to) {
    for (int k = 0; readers != null && k < readers.count; k++) {
      graph.edge(readers.places[k], to, 1, 0);
    }
  }

  private void memory() {
    int control = -1; // the last BSSY: control instructions keep their order
    List<Access> accesses = new ArrayList<>();
    for (int k = 0; k < ops.size(); k++) {
      SassOp op = ops.get(k);
      if (op.access.kind() != AccessKind.NONE) {
        Access access = new Access(k, op);
        for (Access before : accesses) {
          if (before.conflicts(access)) {
            graph.edge(before.place, k, 1, 0);
          }
        }
        accesses.add(access);
      } else if (op.pipe == Pipe.BRANCH || op.pipe == Pipe.SHUFFLE || op.is("VOTE")) {
        if (control >= 0) {
          graph.edge(control, k, 1, 0);
        }
        control = k;
      }
    }
  }

  /** An access, with what decides which others it conflicts with. */
  private static final class Access {
    final int place;
    private final Pipe pipe;
    private final int slot;
    private final boolean loads;
    private final boolean copies;
    private final boolean isVolatile;
    private final boolean readOnly; // it loads what nothing writes while the kernel runs
    private final boolean generic;

    Access(int place, SassOp op) {
      this.place = place;
      pipe = op.pipe;
      slot = op.access.slot();
      loads = op.access.kind() == AccessKind.LOAD;
      copies = op.access.kind() == AccessKind.COPY;
      isVolatile = any(op.from, i -> i.memory() != null && i.memory().isVolatile());
      readOnly =
          loads
              && !op.from.isEmpty()
              && !any(op.from, i -> i.memory() == null || !i.memory().readOnly());
      generic = any(op.from, i -> i.memory() != null && i.memory().space() == Space.GENERIC);
    }

    private static boolean any(List<Instruction> from, Predicate<Instruction> condition) {
      for (Instruction i : from) {
        if (condition.test(i)) {
          return true;
        }
      }
      return false;
    }

    boolean conflicts(Access other) {
      if (isVolatile && other.isVolatile) {
        return true;
      }
      if (slot >= 0 && slot == other.slot) {
        return true; // unrolled: addresses are recorded in this order
      }
      if (readOnly || other.readOnly) {
        return false;
      }
      if (copies || other.copies) {
        Access access = copies ? other : this;
        boolean reads = access.loads && access.pipe != Pipe.SHARED;
        return !reads || access.generic; // it writes shared memory
      }
      boolean same = pipe == other.pipe || generic || other.generic;
      return same && !(loads && other.loads);
    }
  }
}
