// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import io.lockstep.kernel.ir.Space;
import io.lockstep.lower.schedule.DependenceGraph;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * Orders the instructions between control instructions by the longest path that follows each, so
 * that latencies overlap. If registers are scarce, loads and their addresses come before other
 * values; when all registers are in use, instructions that need no further one come first. Accesses
 * to one kind of memory of which one writes keep their order, but for loads from memory that
 * nothing writes.
 */
final class BlockSchedule {
  /** A number of registers that no code exceeds, so that register pressure limits nothing. */
  static final int FREE = 1 << 20;

  private static final int LARGEST = 2000; // instructions, since dependences are found in pairs

  private final Latencies latencies;
  private final VirtualRegisters registers;
  private final int most;
  private int cycles; // issue cycles of the block that is being ordered

  /**
   * @param most vector registers that may be live; {@link #FREE} for no limit
   */
  BlockSchedule(Latencies latencies, VirtualRegisters registers, int most) {
    this.latencies = latencies;
    this.registers = registers;
    this.most = most;
  }

  /**
   * Orders a block.
   *
   * @param liveIn registers that are live at its start
   * @param liveOut registers that are live at its end
   * @return expected cycles until the last instruction has issued
   */
  int order(List<SassOp> block, BitSet liveIn, BitSet liveOut) {
    RegisterPressure pressure = new RegisterPressure(block, registers, liveIn, liveOut);
    List<SassOp> all = new ArrayList<>(block.size());
    List<SassOp> part = new ArrayList<>();
    for (SassOp op : block) {
      part.add(op);
      if (isBorder(op)) {
        all.addAll(ordered(part, pressure));
        part.clear();
      }
    }
    all.addAll(ordered(part, pressure));
    block.clear();
    block.addAll(all);
    int taken = cycles;
    cycles = 0;
    return taken;
  }

  /** Whether no instruction passes another one. */
  private static boolean isBorder(SassOp op) {
    boolean control = op.pipe == Pipe.BRANCH || op.pipe == Pipe.BARRIER;
    return control && !op.is("BSSY") || op.fixed && !control || op.readsClock();
  }

  private List<SassOp> ordered(List<SassOp> ops, RegisterPressure pressure) {
    int n = ops.size();
    if (n < 3 || n > LARGEST) {
      ops.forEach(pressure::issue);
      cycles += n;
      return ops;
    }
    DependenceGraph graph = new DependenceGraph(n);
    registers(ops, graph);
    memory(ops, graph);
    if (isBorder(ops.get(n - 1))) {
      for (int k = 0; k < n - 1; k++) {
        graph.edge(k, n - 1, 1, 0);
      }
    }
    int[] order = graph.rank(k -> latencies.expected(ops.get(k)));
    List<SassOp> result = new ArrayList<>(n);
    int[] earliest = new int[n];
    TreeSet<Integer> ready = new TreeSet<>();
    for (int k = 0; k < n; k++) {
      if (graph.isReady(k)) {
        ready.add(k);
      }
    }
    boolean[] forLoad = forLoads(ops, graph, order);
    int now = 0;
    while (!ready.isEmpty()) {
      int latest = now + ControlBits.MOST_STALL;
      int clock = now;
      IntPredicate loads = k -> forLoad[k] && at(k, earliest, ops, result, clock) <= latest;
      Set<Integer> candidates = candidates(ready, ops, pressure, loads);
      int next = next(candidates, graph, earliest, ops, result, now);
      pressure.issue(ops.get(next));
      now = Math.max(now, at(next, earliest, ops, result, now));
      for (DependenceGraph.Edge e : graph.successors(next)) {
        earliest[e.operation()] = Math.max(earliest[e.operation()], now + e.latency());
      }
      ready.remove(next);
      result.add(ops.get(next));
      graph.issue(next, ready::add);
      now++;
    }
    cycles += now;
    return result;
  }

  /**
   * Returns the ready instructions of which the next one is chosen. If registers are scarce, loads
   * and the instructions that compute their addresses come first, as in the code of ptxas: other
   * values, such as addresses of stores, would occupy registers that results of further loads need.
   * So would addresses of later loads: they fill the slots between loads only as far as the results
   * of all loads that are ready leave registers.
   *
   * @param loads whether an instruction is a load or computes a load's address, and can issue
   *     within the largest stall count
   */
  private Set<Integer> candidates(
      Set<Integer> ready, List<SassOp> ops, RegisterPressure pressure, IntPredicate loads) {
    if (most == FREE) {
      return ready;
    }
    if (pressure.registers() >= most) {
      return pressure.least(ready, ops, most > 0 ? 0 : Integer.MIN_VALUE);
    }
    Set<Integer> first = subset(ready, loads);
    Set<Integer> issuable = subset(first, k -> isLoad(ops.get(k)));
    if (!issuable.isEmpty()) {
      int results = 0;
      for (int k : issuable) {
        results += pressure.added(ops.get(k));
      }
      int spare = Math.max(0, most - pressure.registers() - results);
      return subset(first, k -> isLoad(ops.get(k)) || pressure.added(ops.get(k)) <= spare);
    }
    if (first.isEmpty()) {
      first = subset(ready, k -> pressure.added(ops.get(k)) <= 0);
    }
    return first.isEmpty() ? ready : first;
  }

  private static Set<Integer> subset(Set<Integer> ready, IntPredicate condition) {
    Set<Integer> subset = new TreeSet<>();
    for (int k : ready) {
      if (condition.test(k)) {
        subset.add(k);
      }
    }
    return subset;
  }

  /** Returns, by instruction, whether it is a load or a load depends on it. */
  private static boolean[] forLoads(List<SassOp> ops, DependenceGraph graph, int[] order) {
    boolean[] forLoad = new boolean[ops.size()];
    for (int i = ops.size() - 1; i >= 0; i--) {
      int k = order[i];
      forLoad[k] = isLoad(ops.get(k));
      for (DependenceGraph.Edge e : graph.successors(k)) {
        forLoad[k] |= forLoad[e.operation()];
      }
    }
    return forLoad;
  }

  private static boolean isLoad(SassOp op) {
    AccessKind kind = op.access.kind();
    return kind == AccessKind.LOAD || kind == AccessKind.FURTHER_LOAD;
  }

  private int at(int k, int[] earliest, List<SassOp> ops, List<SassOp> issued, int now) {
    SassOp last = issued.isEmpty() ? null : issued.get(issued.size() - 1);
    int pipe = last == null ? now : now - 1 + latencies.interval(last, ops.get(k));
    return Math.max(earliest[k], pipe);
  }

  /** The ready instruction that can issue first, of several the one with the longest path. */
  private int next(
      Set<Integer> ready,
      DependenceGraph graph,
      int[] earliest,
      List<SassOp> ops,
      List<SassOp> issued,
      int now) {
    int best = -1;
    int bestAt = 0;
    for (int k : ready) {
      int at = Math.max(now, at(k, earliest, ops, issued, now));
      if (best < 0 || at < bestAt || at == bestAt && graph.height(k) > graph.height(best)) {
        best = k;
        bestAt = at;
      }
    }
    return best;
  }

  private void registers(List<SassOp> ops, DependenceGraph graph) {
    Map<Integer, List<Integer>> writers = new HashMap<>();
    Map<Integer, List<Integer>> readers = new HashMap<>();
    for (int k = 0; k < ops.size(); k++) {
      int to = k;
      SassOp op = ops.get(k);
      op.reads(r -> writers.getOrDefault(r, List.of()).forEach(w -> depends(ops, w, to, graph)));
      op.writes(
          r -> {
            writers.getOrDefault(r, List.of()).forEach(w -> depends(ops, w, to, graph));
            readers.getOrDefault(r, List.of()).forEach(w -> graph.edge(w, to, 1, 0));
          });
      op.writes(
          r -> {
            if (op.guard == null) {
              writers.put(r, new ArrayList<>());
              readers.put(r, new ArrayList<>());
            }
            writers.computeIfAbsent(r, x -> new ArrayList<>()).add(to);
          });
      op.reads(r -> readers.computeIfAbsent(r, x -> new ArrayList<>()).add(to));
    }
  }

  private void depends(List<SassOp> ops, int from, int to, DependenceGraph graph) {
    graph.edge(from, to, latencies.expected(ops.get(from), ops.get(to)), 0);
  }

  private static void memory(List<SassOp> ops, DependenceGraph graph) {
    int control = -1; // the last BSSY: control instructions keep their order
    List<Integer> accesses = new ArrayList<>();
    for (int k = 0; k < ops.size(); k++) {
      SassOp op = ops.get(k);
      if (op.access.kind() != AccessKind.NONE) {
        for (int before : accesses) {
          if (conflict(ops.get(before), op)) {
            graph.edge(before, k, 1, 0);
          }
        }
        accesses.add(k);
      } else if (op.pipe == Pipe.BRANCH || op.pipe == Pipe.SHUFFLE || op.is("VOTE")) {
        if (control >= 0) {
          graph.edge(control, k, 1, 0);
        }
        control = k;
      }
    }
  }

  private static boolean conflict(SassOp one, SassOp other) {
    boolean load = one.access.kind() == AccessKind.LOAD;
    boolean loads = load && other.access.kind() == AccessKind.LOAD;
    if (isVolatile(one) && isVolatile(other)) {
      return true;
    }
    if (one.access.slot() >= 0 && one.access.slot() == other.access.slot()) {
      return true; // unrolled: addresses are recorded in this order
    }
    if (isReadOnly(one) || isReadOnly(other)) {
      return false;
    }
    if (isCopy(one) || isCopy(other)) {
      SassOp access = isCopy(one) ? other : one;
      boolean reads = access.access.kind() == AccessKind.LOAD && access.pipe != Pipe.SHARED;
      return !reads || isGeneric(access); // it writes shared memory
    }
    boolean same = one.pipe == other.pipe || isGeneric(one) || isGeneric(other);
    return same && !loads;
  }

  private static boolean isCopy(SassOp op) {
    return op.access.kind() == AccessKind.COPY;
  }

  private static boolean isVolatile(SassOp op) {
    return op.from.stream().anyMatch(i -> i.memory() != null && i.memory().isVolatile());
  }

  /** Whether it loads what nothing writes while the kernel runs. */
  private static boolean isReadOnly(SassOp op) {
    return op.access.kind() == AccessKind.LOAD
        && !op.from.isEmpty()
        && op.from.stream().allMatch(i -> i.memory() != null && i.memory().readOnly());
  }

  private static boolean isGeneric(SassOp op) {
    return op.from.stream()
        .anyMatch(i -> i.memory() != null && i.memory().space() == Space.GENERIC);
  }
}
