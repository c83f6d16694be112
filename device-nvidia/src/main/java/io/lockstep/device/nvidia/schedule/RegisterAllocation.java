// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.schedule;

import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.kernel.analysis.Liveness;
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
 * Memory instructions read their operands in a queue, some time after their issue. While few
 * registers are in use, a value takes a new one rather than one that a queue may still read, as in
 * code of ptxas.
 */
public final class RegisterAllocation {
  private static final int STACK = 1;

  /**
   * Positions, two an instruction, for which the memory queue may still read an operand: about the
   * 11 cycles from a load's issue to the read of its address (Huerta et al., MICRO 2025).
   */
  private static final int READ = 24;

  private final Map<Kind, RegisterFile> free = new EnumMap<>(Kind.class);
  private final int[] register;
  private final List<LiveInterval> intervals;
  private final VirtualRegisters registers;

  /**
   * @param code code of each block, in layout order
   * @param liveness the registers that are live at its ends
   * @param spare number of registers up to which a new one is taken rather than one that a memory
   *     queue may still read; if the code needs more registers, they are reused at once
   */
  public RegisterAllocation(
      List<List<SassOp>> code, Liveness liveness, VirtualRegisters registers, int spare) {
    this.registers = registers;
    register = new int[registers.size()];
    LiveRanges ranges = LiveRanges.of(code, liveness, SassOp.ACCESSES, registers.size());
    BitSet queued = queued(code);
    BitSet used = new BitSet();
    code.forEach(block -> block.forEach(op -> op.reads(used::set)));
    code.forEach(block -> block.forEach(op -> op.writes(used::set)));
    intervals =
        ranges.intervals(
            v -> isSecond(v, used) ? registers.partner(v) : v, v -> isSecond(v, used) ? 1 : 0);
    assign(queued, spare);
    if (spare > 0 && used(Kind.VECTOR) > spare) {
      assign(queued, 0);
    }
  }

  private void assign(BitSet queued, int spare) {
    free.clear();
    int stack = registers.stack().number();
    register[stack] = STACK;
    free.put(Kind.VECTOR, new RegisterFile());
    free.get(Kind.VECTOR).take(STACK, 1, Integer.MAX_VALUE, 0);
    for (LiveInterval interval : intervals) {
      if (interval.values().get(0) == stack) {
        continue;
      }
      Kind file = registers.file(interval.values().get(0));
      RegisterFile registersOf = free.computeIfAbsent(file, k -> new RegisterFile());
      int step = interval.values().size();
      int at = registersOf.place(step, interval.from(), file == Kind.VECTOR ? spare : 0);
      registersOf.take(at, step, interval.to() + 1, queued.get(interval.to()) ? READ : 0);
      for (int k = 0; k < step; k++) {
        register[interval.values().get(k)] = at + k;
      }
    }
  }

  /** Returns the positions at which memory instructions read their operands. */
  private static BitSet queued(List<List<SassOp>> code) {
    BitSet queued = new BitSet();
    int position = 2;
    for (List<SassOp> block : code) {
      for (SassOp op : block) {
        queued.set(position, op.isMemory());
        position += 2;
      }
    }
    return queued;
  }

  /** Whether a register is the upper half of a pair of which both halves are in use. */
  private boolean isSecond(int register, BitSet used) {
    return !registers.isLow(register)
        && used.get(register)
        && used.get(registers.partner(register));
  }

  public Value of(Value virtual) {
    return Value.register(virtual.kind(), register[virtual.number()]);
  }

  public int used(Kind file) {
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
    private int[] read = new int[16]; // by register: position from which no queue reads it
    private int size; // registers that were ever taken or looked at

    int size() {
      return size;
    }

    /**
     * Records that a register is in use.
     *
     * @param end position from which it is free
     * @param reading number of positions after the end for which a memory queue may still read it
     */
    void take(int at, int step, int end, int reading) {
      grow(at + step);
      Arrays.fill(ends, at, at + step, end);
      Arrays.fill(read, at, at + step, end + reading);
    }

    /**
     * Returns the first of some consecutive free registers. New ones are taken if none is free, or
     * if a memory queue may still read the free ones and the spare registers suffice.
     */
    int place(int step, int from, int spare) {
      int settled = longestFree(step, from, read);
      return settled + step <= Math.max(spare, size) ? settled : longestFree(step, from, ends);
    }

    private int longestFree(int step, int from, int[] until) {
      int best = -1;
      int since = Integer.MAX_VALUE;
      int at = 0;
      for (; at < size; at += step) {
        int end = 0;
        for (int k = at; k < Math.min(size, at + step); k++) {
          end = Math.max(end, until[k]);
        }
        boolean known = at + step <= size;
        if (end <= from && (known ? end < since : best < 0)) {
          best = at;
          since = end;
        }
      }
      return best < 0 ? at : best;
    }

    private void grow(int least) {
      if (least > size) {
        size = least;
        ends = size > ends.length ? Arrays.copyOf(ends, 2 * size) : ends;
        read = size > read.length ? Arrays.copyOf(read, 2 * size) : read;
      }
    }
  }
}
