// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Space;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
  private final boolean movesLoads;

  BlockScheduler(RegisterFacts facts, RegisterPlacement placement, Chip chip) {
    this.facts = facts;
    this.placement = placement;
    registerLimit = chip.comfortableRegisters();
    movesLoads = chip.applies(GcnOption.EARLY_LOADS);
  }

  List<Instruction> order(int block, List<Instruction> in) {
    int n = in.size();
    if (n < 3 || !movesLoads) {
      return in;
    }
    List<List<Integer>> successors = new ArrayList<>();
    int[] waiting = new int[n];
    for (int i = 0; i < n; i++) {
      successors.add(new ArrayList<>());
    }
    dependences(in, successors, waiting);
    int[] height = new int[n];
    for (int i = n - 1; i >= 0; i--) {
      int below = 0;
      for (int s : successors.get(i)) {
        below = Math.max(below, height[s]);
      }
      height[i] = below + latency(in.get(i), block);
    }
    return list(block, in, successors, waiting, height);
  }

  private List<Instruction> list(
      int block,
      List<Instruction> in,
      List<List<Integer>> successors,
      int[] waiting,
      int[] height) {
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
    ReadyInstructions ready = new ReadyInstructions(in, height, live, this::size);
    for (int i = 0; i < n; i++) {
      if (waiting[i] == 0) {
        ready.add(i);
      }
    }
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
      for (int s : successors.get(best)) {
        if (--waiting[s] == 0) {
          ready.add(s);
        }
      }
    }
    return out;
  }

  /** Vector registers of a value; 0 for scalars and predicates. */
  private int size(int register) {
    return RegisterPressure.vectorSize(facts, placement, register);
  }

  private static int[] reads(Instruction i) {
    return Arrays.stream(
            i.sources().stream().filter(Operand::isRegister).mapToInt(Operand::register).toArray())
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

  private void dependences(List<Instruction> in, List<List<Integer>> successors, int[] waiting) {
    Map<Integer, Integer> lastDef = new HashMap<>();
    Map<Integer, List<Integer>> readers = new HashMap<>();
    MemoryTies memory = new MemoryTies(in, (from, to) -> edge(from, to, successors, waiting));
    int fence = -1;
    int n = in.size();
    for (int k = 0; k < n; k++) {
      Instruction i = in.get(k);
      for (int register : i.reads()) {
        read(register, k, lastDef, readers, successors, waiting);
      }
      for (int d : i.destinations()) {
        if (d < 0) {
          continue;
        }
        if (i.guard() >= 0) {
          read(d, k, lastDef, readers, successors, waiting);
        }
        for (int r : readers.getOrDefault(d, List.of())) {
          edge(r, k, successors, waiting);
        }
        if (lastDef.containsKey(d)) {
          edge(lastDef.get(d), k, successors, waiting);
        }
        lastDef.put(d, k);
        readers.put(d, new ArrayList<>());
      }
      boolean fences = i.op() == Op.FENCE || i.op() == Op.SHUFFLE || i.op() == Op.VOTE;
      boolean last = k == n - 1 && (i.op().isTerminator() || i.op() == Op.BARRIER);
      if (fences || last) {
        for (int p = Math.max(fence, 0); p < k; p++) {
          edge(p, k, successors, waiting);
        }
        fence = k;
      } else if (fence >= 0) {
        edge(fence, k, successors, waiting);
      }
      if (i.memory() != null && i.memory().space() != Space.PARAMETER) {
        memory.add(k);
      }
    }
  }

  private static void read(
      int register,
      int k,
      Map<Integer, Integer> lastDef,
      Map<Integer, List<Integer>> readers,
      List<List<Integer>> successors,
      int[] waiting) {
    Integer d = lastDef.get(register);
    if (d != null) {
      edge(d, k, successors, waiting);
    }
    readers.computeIfAbsent(register, r -> new ArrayList<>()).add(k);
  }

  private static void edge(int from, int to, List<List<Integer>> successors, int[] waiting) {
    List<Integer> list = successors.get(from);
    if (from != to && (list.isEmpty() || list.get(list.size() - 1) != to)) {
      list.add(to);
      waiting[to]++;
    }
  }
}
