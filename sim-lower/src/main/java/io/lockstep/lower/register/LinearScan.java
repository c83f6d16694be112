// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.register;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * Linear-scan register allocation: in the order of their first positions, intervals take the lowest
 * register whose parts are free. The number of registers is not limited; intervals beyond a limit
 * can be spilled and the program allocated again. Immutable.
 */
public final class LinearScan {
  private final List<LiveInterval> intervals;
  private final int[] register;
  private final List<int[]> free = new ArrayList<>(); // by register and part: first free position

  /**
   * Assigns registers.
   *
   * @param intervals the intervals, by their first positions
   * @param fixed the register that an interval must have; negative if it may have any
   */
  public LinearScan(List<LiveInterval> intervals, ToIntFunction<LiveInterval> fixed) {
    this.intervals = intervals;
    register = intervals.stream().mapToInt(i -> Math.max(-1, fixed.applyAsInt(i))).toArray();
    for (int k = 0; k < register.length; k++) {
      if (register[k] >= 0) {
        occupy(register[k], intervals.get(k));
      }
    }
    for (int k = 0; k < register.length; k++) {
      if (register[k] < 0) {
        do {
          register[k]++;
        } while (!isFree(register[k], intervals.get(k)));
        occupy(register[k], intervals.get(k));
      }
    }
  }

  private boolean isFree(int number, LiveInterval interval) {
    for (int rest = interval.parts(); rest != 0 && number < free.size(); rest &= rest - 1) {
      if (free.get(number)[Integer.numberOfTrailingZeros(rest)] > interval.from()) {
        return false;
      }
    }
    return true;
  }

  private void occupy(int number, LiveInterval interval) {
    while (free.size() <= number) {
      free.add(new int[Integer.SIZE]);
    }
    int[] parts = free.get(number);
    for (int rest = interval.parts(); rest != 0; rest &= rest - 1) {
      int part = Integer.numberOfTrailingZeros(rest);
      parts[part] = Math.max(parts[part], interval.to() + 1);
    }
  }

  /** {@return the intervals, by their first positions} */
  public List<LiveInterval> intervals() {
    return intervals;
  }

  /**
   * {@return the register of an interval}
   *
   * @param interval position of the interval in {@link #intervals}
   */
  public int register(int interval) {
    return register[interval];
  }

  /** {@return the number of registers} */
  public int registers() {
    return free.size();
  }

  /**
   * {@return candidates to spill so that enough parts of registers become free where intervals
   * exceed a limit; in the order of the positions where they are needed}
   *
   * @param limit the maximum number of registers
   * @param candidates intervals that may be spilled, the best first
   * @param residence positions for which a spilled value still occupies a register, at the end of
   *     its interval
   */
  public List<LiveInterval> spilled(int limit, List<LiveInterval> candidates, int residence) {
    List<LiveInterval> chosen = new ArrayList<>();
    BitSet taken = new BitSet(); // of the candidates
    TreeMap<Integer, Integer> changes = new TreeMap<>(); // of the excess, by position
    int excess = 0;
    for (int k = 0; k < register.length; k++) {
      if (register[k] < limit) {
        continue;
      }
      LiveInterval over = intervals.get(k);
      int at = over.from();
      excess += over.width();
      changes.merge(over.to() + 1, -over.width(), Integer::sum);
      while (changes.firstKey() <= at) {
        excess += changes.pollFirstEntry().getValue();
      }
      for (int c = 0; c < candidates.size() && excess > 0; c++) {
        LiveInterval candidate = candidates.get(c);
        int end = candidate.to() - residence;
        if (candidate.from() <= at && at < end && !taken.get(c)) {
          taken.set(c);
          chosen.add(candidate);
          excess -= candidate.values().size();
          changes.merge(end, candidate.values().size(), Integer::sum);
        }
      }
    }
    return chosen;
  }
}
