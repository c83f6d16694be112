// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.schedule;

import io.lockstep.device.nvidia.code.Latencies;
import io.lockstep.device.nvidia.code.Registers;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.sm.code.ControlBits;
import io.lockstep.sm.code.Pipe;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes the control bits of code whose registers are allocated: counters for results of variable
 * latency and for operands of stores, masks that wait for them on all paths, stall counts for fixed
 * latencies.
 */
public final class ControlInsertion {
  private static final int VISIBLE = 2; // cycles until a counter's increment is seen

  private final List<List<SassOp>> code;
  private final List<List<Integer>> successors;
  private final Latencies latencies;
  private final CounterChoice counters;
  private final Map<SassOp, Integer> waits = new IdentityHashMap<>();
  private final Map<SassOp, Integer> stalls = new IdentityHashMap<>();
  private final Map<SassOp, Integer> reuse = new IdentityHashMap<>();

  public ControlInsertion(
      List<List<SassOp>> code, List<List<Integer>> successors, Latencies latencies) {
    this.code = code;
    this.successors = successors;
    this.latencies = latencies;
    counters = new CounterChoice(code, successors, latencies);
    waits();
    code.forEach(block -> block.forEach(op -> stalls.put(op, latencies.least(op))));
    code.forEach(this::delays);
    for (int b = code.size() - 1; b >= 0; b--) {
      stalls(b);
    }
  }

  public ControlBits of(SassOp op) {
    return new ControlBits(
        Math.min(stalls.get(op), latencies.most(op)),
        counters.writes(op),
        counters.reads(op),
        waits.get(op),
        false,
        reuse.getOrDefault(op, 0));
  }

  /**
   * Returns the stall counts of the instructions without effect that follow an instruction, as its
   * own stall count cannot say for how long the warp has to wait.
   */
  public List<ControlBits> fillers(SassOp op) {
    List<ControlBits> all = new ArrayList<>();
    int most = latencies.most(op);
    for (int left = stalls.get(op) - most; left > 0; left -= most) {
      all.add(
          new ControlBits(
              Math.min(left, most), ControlBits.NO_COUNTER, ControlBits.NO_COUNTER, 0, false, 0));
    }
    return all;
  }

  /** Masks of counters that results and operands of each register wait for, at a point. */
  private record Pending(Map<Integer, Integer> written, Map<Integer, Integer> read) {
    Pending() {
      this(new HashMap<>(), new HashMap<>());
    }

    boolean add(Pending other) {
      return add(written, other.written) | add(read, other.read);
    }

    private static boolean add(Map<Integer, Integer> to, Map<Integer, Integer> from) {
      boolean changed = false;
      for (Map.Entry<Integer, Integer> e : from.entrySet()) {
        int before = to.getOrDefault(e.getKey(), 0);
        to.put(e.getKey(), before | e.getValue());
        changed |= (before | e.getValue()) != before;
      }
      return changed;
    }

    void clear(int mask) {
      written.replaceAll((r, m) -> m & ~mask);
      read.replaceAll((r, m) -> m & ~mask);
      written.values().removeIf(m -> m == 0);
      read.values().removeIf(m -> m == 0);
    }
  }

  private void waits() {
    List<Pending> entry = new ArrayList<>();
    code.forEach(b -> entry.add(new Pending()));
    for (boolean changed = true; changed; ) {
      changed = false;
      for (int b = 0; b < code.size(); b++) {
        Pending now = new Pending();
        now.add(entry.get(b));
        code.get(b).forEach(op -> step(op, now));
        for (int s : successors.get(b)) {
          changed |= entry.get(s).add(now);
        }
      }
    }
  }

  private void step(SassOp op, Pending now) {
    int mask = 0;
    for (int r : Registers.read(op)) {
      mask |= now.written.getOrDefault(r, 0);
    }
    int[] results = Registers.of(op.results);
    for (int r : results) {
      mask |= now.written.getOrDefault(r, 0) | now.read.getOrDefault(r, 0);
    }
    now.clear(mask);
    waits.put(op, mask);
    int written = counters.writes(op);
    int read = counters.reads(op);
    if (written < ControlBits.COUNTERS) {
      for (int r : results) {
        now.written.merge(r, 1 << written, (x, y) -> x | y);
      }
    }
    int held = read < ControlBits.COUNTERS ? read : written; // a result is behind its operands
    if (held < ControlBits.COUNTERS) {
      for (int r : Registers.of(op.sources)) {
        now.read.merge(r, 1 << held, (x, y) -> x | y);
      }
    }
  }

  /**
   * Raises the stall count of the instruction before each reader of a fixed-latency result until
   * the result is there, so that instructions between producer and reader are not delayed. Memory
   * instructions are kept apart by the interval of the address unit, loads of constants by theirs,
   * whatever stands between them.
   */
  private void delays(List<SassOp> block) {
    Map<Integer, Integer> writers = new HashMap<>(); // place of the last writer, by register
    int[] issue = new int[block.size()]; // cycles
    int access = -1; // place of the last memory instruction
    int constant = -1; // place of the last load from constant memory
    for (int k = 0; k < block.size(); k++) {
      SassOp op = block.get(k);
      SassOp before = k > 0 ? block.get(k - 1) : null;
      int[] results = Registers.of(op.results);
      if (before != null) {
        raise(before, latencies.interval(before, op));
        boolean counted = (waits.get(op) & counted(before)) != 0;
        raise(before, counted ? VISIBLE : 1);
        int free = due(op, block, writers, issue);
        if (op.isMemory() && access >= 0) {
          free = Math.max(free, issue[access] + latencies.interval(block.get(access), op));
        }
        if (constant >= 0 && op.pipe == block.get(constant).pipe) {
          free = Math.max(free, issue[constant] + latencies.interval(block.get(constant), op));
        }
        raise(before, free - issue[k - 1]);
        issue[k] = issue[k - 1] + stalls.get(before);
      }
      access = op.isMemory() ? k : access;
      constant = op.is("LDC") ? k : constant;
      for (int r : results) {
        writers.put(r, k);
      }
    }
  }

  /** Returns the cycle at which all fixed-latency operands of an instruction are available. */
  private int due(SassOp op, List<SassOp> block, Map<Integer, Integer> writers, int[] issue) {
    int due = 0;
    for (int r : Registers.read(op)) {
      due = Math.max(due, due(op, r, block, writers, issue));
    }
    for (int r : Registers.of(op.results)) {
      due = Math.max(due, due(op, r, block, writers, issue));
    }
    return due;
  }

  private int due(
      SassOp op, int register, List<SassOp> block, Map<Integer, Integer> writers, int[] issue) {
    Integer place = writers.get(register);
    SassOp writer = place == null ? null : block.get(place);
    boolean fixed = writer != null && !latencies.isVariable(writer) && writer.matrix == null;
    return fixed ? issue[place] + apart(writer, op, new int[] {register}) : 0;
  }

  /**
   * Cycles that a fixed-latency instruction and one that uses registers of its result are apart.
   */
  private int apart(SassOp writer, SassOp op, int[] registers) {
    boolean guards = op.guard != null && Registers.meet(Registers.of(List.of(op.guard)), registers);
    return guards || Registers.meet(Registers.of(op.sources), registers)
        ? latencies.of(writer, op, guards)
        : latencies.untilOverwritten(writer, op);
  }

  /** Raises the stalls of a block from its last instruction on, so that later ones count. */
  private void stalls(int b) {
    List<SassOp> block = code.get(b);
    for (int k = block.size() - 1; k >= 0; k--) {
      SassOp op = block.get(k);
      boolean last = k == block.size() - 1;
      if (!last) {
        reuse.put(op, latencies.reuses() ? BankReads.reuse(op, block.get(k + 1)) : 0);
      }
      if (last && counted(op) != 0) {
        raise(op, VISIBLE);
      }
      int apart = latencies.toAccess(op);
      if (apart > 0) {
        raise(op, apart - toAccess(b, k + 1, apart));
      }
      int missing = latencies.isVariable(op) ? 0 : missing(op, b, k + 1, 0, 0);
      if (missing > 0) {
        raise(op, stalls.get(op) + missing);
      }
    }
  }

  /**
   * Returns the least cycles to the next access, branch or read of a barrier's result on all paths,
   * at most so many.
   */
  private int toAccess(int block, int from, int most) {
    int passed = 0;
    List<SassOp> ops = code.get(block);
    for (int k = from; k < ops.size() && passed < most; k++) {
      SassOp next = ops.get(k);
      // ptxas puts BSSY before the barrier, so that the barrier's stall count covers the branch.
      boolean branch = next.pipe == Pipe.BRANCH && (passed == 0 || !next.is("BSSY"));
      boolean ends = branch || next.pipe == Pipe.BARRIER;
      if (ends || next.isMemory() || next.is("B2R")) {
        return passed;
      }
      passed += stalls.get(next);
    }
    int rest = most - passed;
    for (int s : rest > 0 ? successors.get(block) : List.<Integer>of()) {
      rest = Math.min(rest, s == block ? 0 : toAccess(s, 0, rest));
    }
    return passed >= most ? most : passed + rest;
  }

  /** Returns the mask of the counters that an instruction increments. */
  private int counted(SassOp op) {
    return mask(counters.writes(op)) | mask(counters.reads(op));
  }

  private static int mask(int counter) {
    return counter < ControlBits.COUNTERS ? 1 << counter : 0;
  }

  private void raise(SassOp op, int stall) {
    stalls.merge(op, Math.min(longest(op), stall), Math::max);
  }

  /** The most cycles for which an instruction makes its warp wait, with those that fill them. */
  private int longest(SassOp op) {
    return op.matrix == null
        ? ControlBits.MOST_STALL
        : Math.max(ControlBits.MOST_STALL, latencies.own(op));
  }

  /**
   * Cycles by which an instruction must stall longer so that no reader or writer of its results
   * comes too early.
   *
   * @param from first instruction to look at in a block
   * @param distance least cycles between the stall of the instruction and that of the first
   * @param depth blocks passed
   */
  private int missing(SassOp op, int block, int from, int distance, int depth) {
    int[] results = Registers.of(op.results);
    if (results.length == 0 || depth > ControlBits.MOST_STALL) {
      return 0;
    }
    int least = stalls.get(op);
    int missing = 0;
    int passed = distance;
    List<SassOp> ops = code.get(block);
    for (int k = from; k < ops.size(); k++) {
      if (least + passed >= longest(op)) {
        return missing;
      }
      SassOp next = ops.get(k);
      boolean uses =
          Registers.meet(Registers.read(next), results)
              || Registers.meet(Registers.of(next.results), results);
      if (uses) {
        missing = Math.max(missing, apart(op, next, results) - least - passed);
      }
      passed += stalls.get(next);
    }
    for (int s : successors.get(block)) {
      missing = Math.max(missing, missing(op, s, 0, passed, depth + 1));
    }
    return missing;
  }
}
