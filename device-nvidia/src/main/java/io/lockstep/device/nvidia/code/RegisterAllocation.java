// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.lower.register.LiveInterval;
import io.lockstep.lower.register.LiveRanges;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Assigns registers in the order of their first positions: the ones that have been free for
 * longest, so that writers seldom wait for earlier readers; an even one and the next for a pair.
 */
final class RegisterAllocation {
  private static final int STACK = 1;

  private final Map<Kind, List<Integer>> free = new EnumMap<>(Kind.class); // by register, from when
  private final int[] register;
  private final List<LiveInterval> intervals;
  private final VirtualRegisters registers;

  RegisterAllocation(
      List<List<SassOp>> code, List<List<Integer>> successors, VirtualRegisters registers) {
    this.registers = registers;
    register = new int[registers.size()];
    LiveRanges ranges = LiveRanges.of(code, successors, SassOp.ACCESSES, registers.size());
    BitSet used = new BitSet();
    code.forEach(block -> block.forEach(op -> op.reads(used::set)));
    code.forEach(block -> block.forEach(op -> op.writes(used::set)));
    intervals =
        ranges.intervals(
            v -> isSecond(v, used) ? registers.partner(v) : v, v -> isSecond(v, used) ? 1 : 0);
    int stack = registers.stack().number();
    register[stack] = STACK;
    free.put(Kind.VECTOR, new ArrayList<>(List.of(0, Integer.MAX_VALUE)));
    for (LiveInterval interval : intervals) {
      if (interval.values().get(0) == stack) {
        continue;
      }
      Kind file = registers.file(interval.values().get(0));
      List<Integer> ends = free.computeIfAbsent(file, k -> new ArrayList<>());
      int step = interval.values().size();
      int at = place(ends, step, interval.from());
      for (int k = 0; k < step; k++) {
        ends.set(at + k, interval.to() + 1);
        register[interval.values().get(k)] = at + k;
      }
    }
  }

  /** Whether a register is the upper half of a pair of which both halves are in use. */
  private boolean isSecond(int register, BitSet used) {
    return !registers.isLow(register)
        && used.get(register)
        && used.get(registers.partner(register));
  }

  /** The registers that have been free for longest; new ones only if none are free. */
  private static int place(List<Integer> ends, int step, int from) {
    int best = -1;
    int since = Integer.MAX_VALUE;
    int known = ends.size();
    for (int at = 0; best < 0 || at + step <= known; at += step) {
      if (isFree(ends, at, step, from)) {
        int end = 0;
        for (int k = at; k < at + step; k++) {
          end = Math.max(end, ends.get(k));
        }
        if (end < since) {
          best = at;
          since = end;
        }
      }
    }
    return best;
  }

  private static boolean isFree(List<Integer> ends, int at, int step, int from) {
    while (ends.size() < at + step) {
      ends.add(0);
    }
    for (int k = at; k < at + step; k++) {
      if (ends.get(k) > from) {
        return false;
      }
    }
    return true;
  }

  Value of(Value virtual) {
    return Value.register(virtual.kind(), register[virtual.number()]);
  }

  int used(Kind file) {
    return free.getOrDefault(file, List.of()).size();
  }

  /** The candidates of a file that live longest, at most so many. */
  List<Integer> longest(Kind file, IntPredicate candidate, int most) {
    return intervals.stream()
        .filter(i -> registers.file(i.values().get(0)) == file)
        .filter(i -> candidate.test(i.values().get(0)))
        .sorted(Comparator.comparingInt(i -> i.from() - i.to()))
        .limit(most)
        .map(i -> i.values().get(0))
        .toList();
  }
}
