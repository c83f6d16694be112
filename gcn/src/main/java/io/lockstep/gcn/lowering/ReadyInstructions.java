// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.lower.schedule.DependenceGraph;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;

/**
 * The ready instructions of a block, ranked for the scheduler: arguments, then loads, then the
 * longest latency to the block's end, within the available registers. They are indexed by kind and
 * by register growth, so that each choice is cheap.
 */
final class ReadyInstructions {
  private final List<Instruction> in;
  private final BitSet live;
  private final IntUnaryOperator size;
  private final TreeSet<Integer> all = new TreeSet<>();
  private final TreeSet<Integer> arguments = new TreeSet<>();
  private final long[] key; // longest latency first, then program order
  private final int[] growth;
  private final TreeMap<Integer, TreeSet<Long>> loads =
      new TreeMap<>(); // by growth of register pressure
  private final TreeMap<Integer, TreeSet<Long>> others = new TreeMap<>();

  private final Map<Integer, List<Integer>> loadsOf =
      new HashMap<>(); // unscheduled loads by register that they write
  private final TreeMap<Integer, Integer> loadsLeft =
      new TreeMap<>(); // number of unscheduled loads by growth

  /**
   * @param graph dependences of the instructions
   * @param live registers that hold values now; shared with the caller
   * @param size vector registers of each register
   */
  ReadyInstructions(
      List<Instruction> in, DependenceGraph graph, BitSet live, IntUnaryOperator size) {
    this.in = in;
    this.live = live;
    this.size = size;
    key = new long[in.size()];
    growth = new int[in.size()];
    for (int i = 0; i < in.size(); i++) {
      key[i] = (long) (Integer.MAX_VALUE - graph.height(i)) << 32 | i;
      if (isLoad(i)) {
        for (int d : in.get(i).writes()) {
          loadsOf.computeIfAbsent(d, r -> new ArrayList<>()).add(i);
        }
        growth[i] = growth(i);
        count(growth[i], 1);
      }
      if (graph.isReady(i)) {
        add(i);
      }
    }
  }

  private void count(int growth, int loads) {
    loadsLeft.merge(growth, loads, (a, b) -> a + b == 0 ? null : a + b);
  }

  private int growth(int i) {
    int more = 0;
    for (int d : in.get(i).writes()) {
      if (!live.get(d)) {
        more += size.applyAsInt(d);
      }
    }
    return more;
  }

  private boolean isLoad(int i) {
    return in.get(i).op() == Op.LOAD && in.get(i).memory().space() == Space.GLOBAL;
  }

  private boolean isArgument(int i) {
    return in.get(i).memory() != null && in.get(i).memory().space() == Space.PARAMETER;
  }

  /** Updates register growth after a register became live or dead. */
  void changed(int register) {
    for (int i : loadsOf.getOrDefault(register, List.of())) {
      count(growth[i], -1);
      growth[i] = growth(i);
      count(growth[i], 1);
    }
  }

  /** Adds a ready instruction; the growth of its results does not change until it is chosen. */
  void add(int i) {
    all.add(i);
    if (isArgument(i)) {
      arguments.add(i);
    }
    growth[i] = growth(i);
    (isLoad(i) ? loads : others).computeIfAbsent(growth[i], g -> new TreeSet<>()).add(key[i]);
  }

  void remove(int i) {
    all.remove(i);
    arguments.remove(i);
    (isLoad(i) ? loads : others).get(growth[i]).remove(key[i]);
    if (isLoad(i)) {
      count(growth[i], -1);
      for (Integer d : in.get(i).writes()) {
        loadsOf.get(d).remove((Integer) i);
      }
    }
  }

  int first() {
    return all.first();
  }

  /**
   * @param room number of free registers
   */
  int best(int room) {
    if (!arguments.isEmpty()) {
      return arguments.first(); // needs no vector register, and all other instructions depend on it
    }
    int forLoads = loadsLeft.isEmpty() ? 0 : loadsLeft.lastKey();
    int first = all.first();
    boolean fits = fits(first, room, forLoads);
    if (!fits && isLoad(first)) {
      return bestBehind(first, room, forLoads);
    }
    long load = top(loads, room);
    if (load >= 0) {
      return (int) load;
    }
    long other = top(others, room - forLoads);
    return other >= 0 && (fits || height(other) > height(key[first])) ? (int) other : first;
  }

  private boolean fits(int i, int room, int forLoads) {
    return growth[i] == 0 || growth[i] <= room - (isLoad(i) ? 0 : forLoads);
  }

  private static long height(long key) {
    return Integer.MAX_VALUE - (key >>> 32);
  }

  /** The highest instruction among those with at most the given growth, or -1. */
  private static long top(TreeMap<Integer, TreeSet<Long>> byGrowth, int most) {
    long best = -1;
    for (TreeSet<Long> some : byGrowth.headMap(Math.max(0, most), true).values()) {
      if (!some.isEmpty() && (best < 0 || some.first() < best)) {
        best = some.first();
      }
    }
    return best;
  }

  /**
   * The best instruction if the first in program order is a load that does not fit; earlier ones
   * win ties.
   */
  private int bestBehind(int first, int room, int forLoads) {
    int best = first;
    for (int i : all.tailSet(first, false)) {
      boolean better =
          isLoad(i) == isLoad(best)
              ? height(key[i]) > height(key[best])
              : isLoad(i) || !fits(best, room, forLoads);
      if (better && fits(i, room, forLoads)) {
        best = i;
      }
    }
    return best;
  }
}
