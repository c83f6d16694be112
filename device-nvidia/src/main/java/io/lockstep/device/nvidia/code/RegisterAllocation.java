// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.lower.register.LiveInterval;
import io.lockstep.lower.register.LiveRanges;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Assigns registers in the order of their first positions: the ones that have been free for
 * longest, so that writers seldom wait for earlier readers; an even one and the next for a pair.
 */
final class RegisterAllocation {
  private static final int STACK = 1;

  private final Map<Kind, RegisterFile> free = new EnumMap<>(Kind.class);
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
    free.put(Kind.VECTOR, new RegisterFile());
    free.get(Kind.VECTOR).take(STACK, 1, Integer.MAX_VALUE);
    for (LiveInterval interval : intervals) {
      if (interval.values().get(0) == stack) {
        continue;
      }
      Kind file = registers.file(interval.values().get(0));
      RegisterFile registersOf = free.computeIfAbsent(file, k -> new RegisterFile());
      int step = interval.values().size();
      int at = registersOf.place(step, interval.from());
      registersOf.take(at, step, interval.to() + 1);
      for (int k = 0; k < step; k++) {
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

  Value of(Value virtual) {
    return Value.register(virtual.kind(), register[virtual.number()]);
  }

  int used(Kind file) {
    return free.containsKey(file) ? free.get(file).size() : 0;
  }

  /**
   * Candidates that have to leave a file of so many registers: where more are live, the best ones.
   * A pair is named by its lower half.
   */
  List<Integer> excess(Kind file, IntPredicate candidate, Comparator<LiveInterval> best, int most) {
    List<LiveInterval> live = new ArrayList<>();
    List<Integer> leaving = new ArrayList<>();
    for (LiveInterval interval : intervals) {
      if (registers.file(interval.values().get(0)) != file) {
        continue;
      }
      live.removeIf(i -> i.to() < interval.from());
      live.add(interval);
      Optional<LiveInterval> chosen = Optional.of(interval);
      while (size(live) > most && chosen.isPresent()) {
        chosen = live.stream().filter(i -> candidate.test(i.values().get(0))).max(best);
        chosen.ifPresent(
            i -> {
              live.remove(i);
              leaving.add(i.values().get(0));
            });
      }
    }
    return leaving;
  }

  private static int size(List<LiveInterval> live) {
    int registers = 0;
    for (LiveInterval interval : live) {
      registers += interval.values().size();
    }
    return registers;
  }

  /** The registers of one kind, and the position in the code from which each is free again. */
  private static final class RegisterFile {
    private int[] ends = new int[16];
    private int size; // registers that were ever taken or looked at

    int size() {
      return size;
    }

    void take(int at, int step, int end) {
      grow(at + step);
      Arrays.fill(ends, at, at + step, end);
    }

    /** Returns the register that has been free for longest; a new one only if none is free. */
    int place(int step, int from) {
      int best = -1;
      int since = Integer.MAX_VALUE;
      int known = size;
      for (int at = 0; best < 0 || at + step <= known; at += step) {
        grow(at + step);
        int end = ends[at];
        for (int k = at + 1; k < at + step; k++) {
          end = Math.max(end, ends[k]);
        }
        if (end <= from && end < since) {
          best = at;
          since = end;
        }
      }
      return best;
    }

    private void grow(int least) {
      if (least > size) {
        size = least;
        ends = size > ends.length ? Arrays.copyOf(ends, 2 * size) : ends;
      }
    }
  }
}
