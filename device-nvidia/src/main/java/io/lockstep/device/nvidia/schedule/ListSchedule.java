// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.schedule;

import io.lockstep.device.nvidia.code.Latencies;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.lower.schedule.DependenceGraph;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.ControlBits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Orders instructions by the longest path that follows each, so that latencies overlap. If
 * registers are scarce, loads and their addresses come before other values; when all registers are
 * in use, instructions that need no further one come first.
 *
 * <p>An order is made for a number of registers, and it is the same for all numbers with which each
 * comparison would have had the same result: it is kept with the least and the largest of them. Not
 * thread-safe.
 */
public final class ListSchedule {
  /** A number of registers that no code exceeds, so that register pressure limits nothing. */
  public static final int FREE = 1 << 20;

  /** What is taken when all registers are in use and each ready instruction needs a further one. */
  public enum Scarcity {
    /** The instruction that needs the fewest. */
    FEWEST_REGISTERS,
    /**
     * The instruction with the longest path, so that a chain is followed to where registers are
     * free again; one that needs fewer can belong to a chain that frees them late. Predicates count
     * as registers, so that a sum's carry is read before others are made.
     */
    LONGEST_PATH
  }

  private static final int FEWEST = 3; // instructions of which the order matters
  private static final int LARGEST = 2000; // instructions, since dependences are found in pairs

  /** An order and its issue cycles; orders that differ are different objects, and only those. */
  public static final class Order {
    public final List<SassOp> ops;
    public final int cycles;

    private Order(List<SassOp> ops, int cycles) {
      this.ops = ops;
      this.cycles = cycles;
    }
  }

  /** An order and the numbers of registers, from the least to the most, for which it is made. */
  private record Known(Scarcity scarcity, int least, int most, Order order) {}

  private final Latencies latencies;
  private final List<SassOp> ops;
  private final boolean border;
  private final int start;
  private final List<Known> known = new ArrayList<>();
  private Graph graph; // made for the first order

  /**
   * @param border whether the last instruction stays where it is
   * @param start place of the first instruction in its block
   */
  ListSchedule(Latencies latencies, List<SassOp> ops, boolean border, int start) {
    this.latencies = latencies;
    this.ops = ops;
    this.border = border;
    this.start = start;
    if (ops.size() < FEWEST || ops.size() > LARGEST) {
      Order order = new Order(ops, ops.size());
      for (Scarcity scarcity : Scarcity.values()) {
        known.add(new Known(scarcity, 0, FREE, order));
      }
    }
  }

  /** Returns the order for a number of registers if it was made before, or is certain; or null. */
  Order known(int most, Scarcity scarcity) {
    for (Known k : known) {
      if (k.scarcity == scarcity && k.least <= most && most <= k.most) {
        return k.order;
      }
    }
    return null;
  }

  /** Lets all instructions issue. */
  void issue(RegisterPressure pressure) {
    for (int k = 0; k < ops.size(); k++) {
      pressure.issue(start + k);
    }
  }

  /**
   * Makes the order for a number of registers that is not known yet.
   *
   * @param most vector registers that may be live; {@link #FREE} for no limit
   * @param pressure at the start of the instructions; afterwards, at their end
   */
  Order order(int most, Scarcity scarcity, RegisterPressure pressure) {
    if (graph == null) {
      graph = new Graph(latencies, ops, border);
    }
    Run run = new Run(most, scarcity, pressure);
    List<SassOp> ordered = new ArrayList<>(ops.size());
    while (run.count > 0) {
      ordered.add(ops.get(run.issue()));
    }
    Order order = null;
    for (Known k : known) {
      order = k.order.ops.equals(ordered) ? k.order : order;
    }
    order = order == null ? new Order(ordered, run.now) : order;
    known.add(new Known(scarcity, run.least, run.most, order));
    return order;
  }

  /** What all orders have in common. */
  private static final class Graph {
    final int[][] successors;
    final int[][] latency; // of each of them
    final int[] height;
    final int[] waits; // predecessors
    final boolean[] load;
    final boolean[] forLoad; // it is a load or a load depends on it
    private final Latencies latencies;
    private final int[] kind; // instructions of one kind keep pipes busy for the same time
    private final List<SassOp> kinds = new ArrayList<>();
    private final int[] interval; // by two kinds; 0 if not asked for yet

    Graph(Latencies latencies, List<SassOp> ops, boolean border) {
      this.latencies = latencies;
      int n = ops.size();
      DependenceGraph graph = CodeDependences.of(ops, latencies);
      for (int k = 0; border && k < n - 1; k++) {
        graph.edge(k, n - 1, 1, 0);
      }
      int[] order = graph.rank(k -> latencies.expected(ops.get(k)));
      successors = new int[n][];
      latency = new int[n][];
      height = new int[n];
      waits = new int[n];
      load = new boolean[n];
      forLoad = new boolean[n];
      for (int i = n - 1; i >= 0; i--) {
        int k = order[i];
        List<DependenceGraph.Edge> edges = graph.successors(k);
        successors[k] = new int[edges.size()];
        latency[k] = new int[edges.size()];
        height[k] = graph.height(k);
        load[k] = isLoad(ops.get(k));
        forLoad[k] = load[k];
        for (int e = 0; e < edges.size(); e++) {
          int to = edges.get(e).operation();
          successors[k][e] = to;
          latency[k][e] = edges.get(e).latency();
          waits[to]++;
          forLoad[k] |= forLoad[to];
        }
      }
      kind = kinds(ops);
      interval = new int[kinds.size() * kinds.size()];
    }

    private static boolean isLoad(SassOp op) {
      AccessKind kind = op.access.kind();
      return kind == AccessKind.LOAD || kind == AccessKind.FURTHER_LOAD;
    }

    private int[] kinds(List<SassOp> ops) {
      Map<List<Object>, Integer> numbers = new HashMap<>();
      int[] numbered = new int[ops.size()];
      for (int k = 0; k < numbered.length; k++) {
        SassOp op = ops.get(k);
        List<Object> same = Arrays.asList(op.name, op.pipe, op.matrix);
        numbered[k] = numbers.computeIfAbsent(same, x -> kinds.size());
        if (numbered[k] == kinds.size()) {
          kinds.add(op);
        }
      }
      return numbered;
    }

    /** Cycles between an instruction and the next one, for which a pipe is busy. */
    int interval(int last, int next) {
      int at = kind[last] * kinds.size() + kind[next];
      if (interval[at] == 0) {
        interval[at] = latencies.interval(kinds.get(kind[last]), kinds.get(kind[next]));
      }
      return interval[at];
    }
  }

  /** The state of the scheduler while it makes one order. */
  private final class Run {
    private final int limit;
    private final Scarcity scarcity;
    private final RegisterPressure pressure;
    private final int[] waits = graph.waits.clone();
    private final int[] earliest = new int[waits.length]; // cycle, as far as results say
    private final int[] ready = new int[waits.length]; // ascending
    private final int[] at = new int[waits.length]; // by place in ready: cycle of its issue
    private final boolean[] candidate = new boolean[waits.length]; // by place in ready
    private int count; // of the ready ones
    private int last = -1;
    private int now; // cycle
    private int least = FREE; // numbers of registers that give the same order
    private int most = FREE;

    Run(int limit, Scarcity scarcity, RegisterPressure pressure) {
      this.limit = limit;
      this.scarcity = scarcity;
      this.pressure = pressure;
      for (int k = 0; k < waits.length; k++) {
        if (waits[k] == 0) {
          ready[count++] = k;
        }
      }
      if (limit != FREE) {
        least = 0;
        most = FREE - 1;
      }
    }

    /** Issues the best candidate: of those that can issue first, the one with the longest path. */
    int issue() {
      for (int i = 0; i < count; i++) {
        int free = last < 0 ? now : now - 1 + graph.interval(last, ready[i]);
        at[i] = Math.max(now, Math.max(earliest[ready[i]], free));
        candidate[i] = true;
      }
      if (limit != FREE) {
        choose();
      }
      int best = -1;
      for (int i = 0; i < count; i++) {
        if (candidate[i] && (best < 0 || isBetter(i, best))) {
          best = i;
        }
      }
      int next = ready[best];
      pressure.issue(start + next);
      now = at[best];
      last = next;
      remove(best);
      int[] successors = graph.successors[next];
      for (int e = 0; e < successors.length; e++) {
        int to = successors[e];
        earliest[to] = Math.max(earliest[to], now + graph.latency[next][e]);
        if (--waits[to] == 0) {
          insert(to);
        }
      }
      now++;
      return next;
    }

    private boolean isBetter(int i, int best) {
      return at[i] < at[best]
          || at[i] == at[best] && graph.height[ready[i]] > graph.height[ready[best]];
    }

    private void remove(int place) {
      count--;
      System.arraycopy(ready, place + 1, ready, place, count - place);
    }

    private void insert(int op) {
      int place = count;
      while (place > 0 && ready[place - 1] > op) {
        ready[place] = ready[place - 1];
        place--;
      }
      ready[place] = op;
      count++;
    }

    /**
     * Chooses the ready instructions of which the next one is taken. If registers are scarce, loads
     * and the instructions that compute their addresses come first, as in the code of ptxas: other
     * values, such as addresses of stores, would occupy registers that results of further loads
     * need. So would addresses of later loads: they fill the slots between loads only as far as the
     * results of all loads that are ready leave registers.
     */
    private void choose() {
      int live = pressure.registers();
      if (live >= limit) {
        most = Math.min(most, limit > 0 ? live : 0);
        least = Math.max(least, Math.min(limit, 1));
        if (scarcity == Scarcity.LONGEST_PATH) {
          chooseLongest();
        } else {
          chooseLeast(limit > 0 ? 0 : Integer.MIN_VALUE);
        }
        return;
      }
      least = Math.max(least, live + 1);
      boolean any = false; // can issue within the largest stall count and is for a load
      boolean loads = false;
      int results = 0; // registers that the loads among them add
      for (int i = 0; i < count; i++) {
        candidate[i] = graph.forLoad[ready[i]] && at[i] <= now + ControlBits.MOST_STALL;
        any |= candidate[i];
        if (candidate[i] && graph.load[ready[i]]) {
          loads = true;
          results += added(i);
        }
      }
      if (loads) {
        chooseLoads(live + results);
      } else if (!any && !chooseFree()) {
        Arrays.fill(candidate, 0, count, true);
      }
    }

    private int added(int place) {
      return pressure.added(start + ready[place], scarcity == Scarcity.LONGEST_PATH);
    }

    /**
     * Keeps the candidates that raise the register pressure least.
     *
     * @param few registers; an instruction that adds at most so many counts as adding so many
     */
    private void chooseLeast(int few) {
      int fewest = Integer.MAX_VALUE;
      for (int i = 0; i < count; i++) {
        fewest = Math.min(fewest, Math.max(few, added(i)));
      }
      for (int i = 0; i < count; i++) {
        candidate[i] = added(i) <= fewest;
      }
    }

    /**
     * Keeps the ready instructions that need no further register as candidates; if there are none,
     * the one with the longest path to the end of the block.
     */
    private void chooseLongest() {
      if (chooseFree()) {
        return;
      }
      int best = 0;
      for (int i = 1; i < count; i++) {
        best = graph.height[ready[i]] > graph.height[ready[best]] ? i : best;
      }
      candidate[best] = true;
    }

    /**
     * Keeps the loads, and other candidates whose results leave registers for those of all loads.
     */
    private void chooseLoads(int needed) {
      int spare = Math.max(0, limit - needed);
      for (int i = 0; i < count; i++) {
        if (candidate[i] && !graph.load[ready[i]]) {
          int added = added(i);
          candidate[i] = added <= spare;
          if (added > spare) {
            most = Math.min(most, needed + added - 1);
          } else if (added > 0) {
            least = Math.max(least, needed + added);
          }
        }
      }
    }

    /** Takes the instructions that need no further register, and returns whether there are any. */
    private boolean chooseFree() {
      boolean any = false;
      for (int i = 0; i < count; i++) {
        candidate[i] = added(i) <= 0;
        any |= candidate[i];
      }
      return any;
    }
  }
}
