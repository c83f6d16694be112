// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.register;

import io.lockstep.kernel.analysis.Liveness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * The range of positions, in the layout order of a program, over which each value is live. The
 * instruction at step s, counted from 1, reads at position 2s and writes at 2s + 1, so a result may
 * take the register of a value that the instruction reads last. Not thread-safe.
 */
public final class LiveRanges {
  private final int[] from;
  private final int[] to; // -1 if the value is not used

  private LiveRanges(int values) {
    from = new int[values];
    to = new int[values];
    Arrays.fill(from, Integer.MAX_VALUE);
    Arrays.fill(to, -1);
  }

  /**
   * {@return the live ranges of a program}
   *
   * @param <I> what executes in one step: an instruction, or several that execute together
   * @param code code of each block, in layout order
   * @param successors successors of each block, by position
   * @param accesses the values that a step reads and writes
   * @param values the number of values
   */
  public static <I> LiveRanges of(
      List<List<I>> code,
      List<List<Integer>> successors,
      Liveness.Accesses<I> accesses,
      int values) {
    return of(code, Liveness.of(code, successors, accesses), accesses, values);
  }

  /**
   * {@return the live ranges of a program whose liveness is known}
   *
   * @param <I> what executes in one step: an instruction, or several that execute together
   * @param code code of each block, in layout order
   * @param liveness the values that are live at the ends of each block, by position
   * @param accesses the values that a step reads and writes
   * @param values the number of values
   */
  public static <I> LiveRanges of(
      List<List<I>> code, Liveness liveness, Liveness.Accesses<I> accesses, int values) {
    LiveRanges ranges = new LiveRanges(values);
    int position = 2;
    for (int b = 0; b < code.size(); b++) {
      ranges.cover(liveness.liveIn(b), position);
      for (I step : code.get(b)) {
        int at = position;
        accesses.reads(step, v -> ranges.cover(v, at));
        accesses.writes(step, v -> ranges.cover(v, at + 1));
        position += 2;
      }
      ranges.cover(liveness.liveOut(b), position - 1);
    }
    return ranges;
  }

  private void cover(BitSet live, int position) {
    for (int v = live.nextSetBit(0); v >= 0; v = live.nextSetBit(v + 1)) {
      cover(v, position);
    }
  }

  private void cover(int value, int position) {
    from[value] = Math.min(from[value], position);
    to[value] = Math.max(to[value], position);
  }

  /**
   * Extends the range of a value, if it is used, to before the first instruction.
   *
   * @param value number of the value
   */
  public void startAtEntry(int value) {
    if (to[value] >= 0) {
      from[value] = 0;
    }
  }

  /**
   * {@return the intervals of all used values, by their first position and the number of their
   * leader}
   *
   * @param leader the one value that stands for all values of a register: by value
   * @param part the part of a register that a value occupies: by value
   */
  public List<LiveInterval> intervals(IntUnaryOperator leader, IntUnaryOperator part) {
    int n = from.length;
    int[] leaders = new int[n];
    int[] first = new int[n]; // by leader, as all below
    int[] last = new int[n];
    int[] parts = new int[n];
    Arrays.fill(first, Integer.MAX_VALUE);
    Arrays.fill(last, -1);
    for (int v = 0; v < n; v++) {
      int of = leader.applyAsInt(v);
      leaders[v] = of;
      first[of] = Math.min(first[of], from[v]);
      last[of] = Math.max(last[of], to[v]);
      parts[of] |= 1 << part.applyAsInt(v);
    }
    List<List<Integer>> members = new ArrayList<>(Collections.nCopies(n, null));
    for (int v = 0; v < n; v++) {
      if (last[leaders[v]] >= 0) { // used
        List<Integer> before = members.get(leaders[v]);
        List<Integer> sharing = before == null ? new ArrayList<>(1) : before;
        sharing.add(v);
        members.set(leaders[v], sharing);
      }
    }
    List<LiveInterval> intervals = new ArrayList<>();
    for (int v = 0; v < n; v++) {
      if (last[v] >= 0) {
        intervals.add(new LiveInterval(members.get(v), first[v], last[v], parts[v]));
      }
    }
    intervals.sort(Comparator.comparingInt(LiveInterval::from));
    return intervals;
  }
}
