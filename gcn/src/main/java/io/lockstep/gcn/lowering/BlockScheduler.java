// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.lower.schedule.DependenceGraph;
import io.lockstep.lower.schedule.LastAccesses;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Schedules the instructions of a block as a compiler for this machine does: loads and their
 * address computations as early as dependences allow, so that one wait covers several loads.
 *
 * <p>List scheduling by longest latency to the block's end. A load whose address is available comes
 * first, so that addresses do not accumulate in registers. Register pressure is limited to what
 * full occupancy allows: an instruction that exceeds the limit waits for its place in the original
 * order, and instructions other than loads leave registers for the next load.
 */
final class BlockScheduler {
  // Latencies, in clocks, that the compiler assumes for every device; they only affect the order.
  private static final int LDS_CLOCKS = 64;
  private static final int SCALAR_CLOCKS = 200;
  private static final int MEMORY_CLOCKS = 300;
  private static final int DIVISION_CLOCKS = 60;
  private static final int CLOCKS = 4;

  private final RegisterFacts facts;
  private final RegisterPlacement placement;
  private final int registerLimit;

  BlockScheduler(RegisterFacts facts, RegisterPlacement placement, Chip chip) {
    this.facts = facts;
    this.placement = placement;
    registerLimit = chip.comfortableRegisters();
  }

  List<Instruction> order(int block, List<Instruction> in) {
    return in.size() < 3 ? in : list(block, in, dependences(block, in));
  }

  private List<Instruction> list(int block, List<Instruction> in, DependenceGraph graph) {
    int n = in.size();
    Map<Integer, Integer> usesLeft = new HashMap<>();
    for (Instruction i : in) {
      for (int r : reads(i)) {
        usesLeft.merge(r, 1, Integer::sum);
      }
    }
    BitSet live = facts.liveness().liveIn(block);
    int pressure = 0;
    for (int r = live.nextSetBit(0); r >= 0; r = live.nextSetBit(r + 1)) {
      pressure += size(r);
    }
    List<Instruction> out = new ArrayList<>(n);
    ReadyInstructions ready = new ReadyInstructions(in, graph, live, this::size);
    while (out.size() < n) {
      int best = pressure >= registerLimit ? ready.first() : ready.best(registerLimit - pressure);
      Instruction chosen = in.get(best);
      ready.remove(best);
      out.add(chosen);
      for (int r : reads(chosen)) {
        if (usesLeft.merge(r, -1, Integer::sum) == 0
            && live.get(r)
            && !facts.liveness().isLiveOut(block, r)) {
          live.clear(r);
          ready.changed(r);
          pressure -= size(r);
        }
      }
      for (int d : chosen.writes()) {
        if (!live.get(d)) {
          live.set(d);
          ready.changed(d);
          pressure += size(d);
        }
      }
      graph.issue(best, ready::add);
    }
    return out;
  }

  /** Vector registers of a value; 0 for scalars and predicates. */
  private int size(int register) {
    return RegisterSpills.vectorSize(facts, placement, register);
  }

  private static int[] reads(Instruction i) {
    return i.sources().stream()
        .filter(Operand::isRegister)
        .mapToInt(Operand::register)
        .distinct()
        .toArray();
  }

  private int latency(Instruction i, int block) {
    return switch (i.op()) {
      case LOAD, ATOMIC, TEXTURE ->
          i.memory() != null && i.memory().space() == Space.LOCAL
              ? LDS_CLOCKS
              : placement.isScalarLoad(i, block) ? SCALAR_CLOCKS : MEMORY_CLOCKS;
      case DIV, REM -> DIVISION_CLOCKS;
      default -> CLOCKS;
    };
  }

  private DependenceGraph dependences(int block, List<Instruction> in) {
    int n = in.size();
    int[] latency = in.stream().mapToInt(i -> latency(i, block)).toArray();
    DependenceGraph graph = new DependenceGraph(n);
    LastAccesses accesses =
        new LastAccesses((kind, from, to) -> graph.edge(from, to, latency[from], 0));
    for (int k = 0; k < n; k++) {
      Instruction i = in.get(k);
      for (int r : i.reads()) {
        accesses.read(r, k);
      }
      for (int d : i.writes()) {
        if (i.guard() >= 0) {
          accesses.read(d, k);
        }
        accesses.write(d, k);
      }
      boolean fences = i.op() == Op.FENCE || i.op() == Op.SHUFFLE || i.op() == Op.VOTE;
      boolean last = k == n - 1 && (i.op().isTerminator() || i.op() == Op.BARRIER);
      accesses.access(Op.FENCE, k, fences || last);
      if (i.memory() != null && i.memory().space() != Space.PARAMETER) {
        boolean writes = i.op() != Op.LOAD || i.memory().isVolatile();
        for (Space space : spaces(i)) {
          accesses.access(space, k, writes);
        }
      }
    }
    graph.rank(i -> latency[i]);
    return graph;
  }

  /** The memories that an access may refer to; only generic writes change read-only memory. */
  private static Set<Space> spaces(Instruction i) {
    Space space = i.memory().space();
    if (space == Space.GENERIC) {
      return EnumSet.allOf(Space.class);
    }
    boolean fixed = i.op() == Op.LOAD && i.memory().readOnly();
    return EnumSet.of(fixed ? Space.CONSTANT : space);
  }
}
