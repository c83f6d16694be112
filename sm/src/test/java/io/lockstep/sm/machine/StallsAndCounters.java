// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.machine;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.sm.code.ControlBits;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * Control bits: stall counts for fixed latencies, counters in turn for other results, and one for
 * the operands of accesses to memory. At the start of a block all counters are waited for, at its
 * end all fixed latencies. A stall count of 0 lets the next instruction issue at once; it does so
 * if it needs no result of this one.
 */
final class StallsAndCounters implements Guards {
  private static final int ALL = (1 << ControlBits.COUNTERS) - 1;

  /** Counter of the operands of accesses to memory; the others are of results. */
  private static final int READS = ControlBits.COUNTERS - 1;

  private int next; // counter

  @Override
  public void block(List<Instruction> all, ToIntFunction<Instruction> latency, Out out) {
    int n = all.size();
    int[] at = new int[n + 1]; // clock of each instruction, and of the first behind them
    int[] writes = new int[n];
    int[] waits = new int[n];
    Map<Integer, Integer> known = new HashMap<>(); // by register: clock of its value
    Map<Integer, Integer> counted = new HashMap<>(); // by register: counter of its value
    Set<Integer> held = new HashSet<>(); // registers that accesses to memory still read
    boolean paired = true; // whether the instruction before is the second of two
    for (int k = 0; k < n; k++) {
      Instruction i = all.get(k);
      List<Integer> needed = Stream.concat(i.reads().stream(), i.writes().stream()).toList();
      int ready = needed.stream().mapToInt(r -> known.getOrDefault(r, 0)).max().orElse(0);
      waits[k] = k == 0 ? ALL : 0;
      for (int r : needed) {
        waits[k] |= counted.containsKey(r) ? 1 << counted.remove(r) : 0;
      }
      if (i.writes().stream().anyMatch(held::contains)) {
        waits[k] |= 1 << READS;
        held.clear();
      }
      if (reads(i) == READS) {
        held.addAll(i.reads());
      }
      if (k > 0) {
        int before = at[k - 1];
        boolean together = ready <= before && isArithmetic(i) && isArithmetic(all.get(k - 1));
        paired = !paired && together;
        at[k] = paired ? before : Math.max(before + 1, ready);
      }
      int after = at[k] + latency.applyAsInt(i);
      boolean isCounted = after == at[k] && !i.writes().isEmpty();
      int counter = isCounted ? next++ % READS : ControlBits.NO_COUNTER;
      writes[k] = counter;
      i.writes().forEach(r -> (isCounted ? counted : known).put(r, isCounted ? counter : after));
      at[n] = Math.max(at[n], Math.max(after, at[k] + 1));
    }
    for (int k = 0; k < n; k++) {
      int stall = Math.min(ControlBits.MOST_STALL, at[k + 1] - at[k]);
      out.row(
          all.get(k),
          new ControlBits(stall, writes[k], reads(all.get(k)), waits[k], false, 0),
          List.of());
    }
  }

  private static int reads(Instruction i) {
    boolean reads = i.memory() != null || i.opClass() == OpClass.CROSS_LANE;
    return reads && !i.reads().isEmpty() ? READS : ControlBits.NO_COUNTER;
  }

  private static boolean isArithmetic(Instruction i) {
    return i.opClass().ordinal() < OpClass.LOAD.ordinal();
  }
}
