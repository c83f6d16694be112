// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.family;

import io.lockstep.lower.family.MachineOp.Unit;
import io.lockstep.lower.schedule.DependenceGraph;
import io.lockstep.lower.schedule.LastAccesses;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * List scheduling by the longest path to the block's end. One operation issues per cycle, and a
 * unit accepts none while an operation occupies it.
 */
final class Scheduler {
  private Scheduler() {}

  /** The operations of a block in order of issue; control operations stay at the end. */
  static List<MachineOp> scheduled(List<MachineOp> block) {
    int n = (int) block.stream().takeWhile(op -> op.unit() != Unit.CONTROL).count();
    DependenceGraph graph = dependences(block.subList(0, n));
    graph.rank(k -> block.get(k).unit().latency);
    List<Integer> ready =
        new ArrayList<>(IntStream.range(0, n).filter(graph::isReady).boxed().toList());
    List<MachineOp> order = new ArrayList<>();
    int[] earliest = new int[n];
    int[] free = new int[Unit.values().length];
    for (int cycle = 0; order.size() < n; cycle++) {
      int now = cycle;
      Optional<Integer> best =
          ready.stream()
              .filter(k -> Math.max(earliest[k], free[block.get(k).unit().ordinal()]) <= now)
              .min(Comparator.<Integer>comparingInt(k -> -graph.height(k)).thenComparing(k -> k));
      if (best.isPresent()) {
        MachineOp op = block.get(best.get());
        order.add(op);
        free[op.unit().ordinal()] = cycle + op.issue();
        for (DependenceGraph.Edge e : graph.successors(best.get())) {
          earliest[e.operation()] = Math.max(earliest[e.operation()], cycle + e.latency());
        }
        ready.remove(best.get());
        graph.issue(best.get(), ready::add);
      }
    }
    order.addAll(block.subList(n, block.size()));
    return order;
  }

  private static DependenceGraph dependences(List<MachineOp> ops) {
    DependenceGraph graph = new DependenceGraph(ops.size());
    LastAccesses accesses =
        new LastAccesses(
            (kind, from, to) -> {
              boolean result = kind == LastAccesses.Kind.TRUE && ops.get(from).to() >= 0;
              graph.edge(from, to, result ? ops.get(from).unit().latency : 1, 0);
            });
    for (int k = 0; k < ops.size(); k++) {
      int number = k;
      MachineOp op = ops.get(k);
      MachineOp.ACCESSES.reads(op, v -> accesses.read(v, number));
      if (op.unit() == Unit.MEMORY) {
        accesses.access(op.unit(), k, op.hasEffect() || op.origin().memory().isVolatile());
      }
      MachineOp.ACCESSES.writes(op, v -> accesses.write(v, number));
    }
    return graph;
  }
}
