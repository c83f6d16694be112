// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

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
final class ControlInsertion {
  private static final int MOST_STALL = 15;
  private static final int FILE = 1 << 10;

  private final List<List<SassOp>> code;
  private final List<List<Integer>> successors;
  private final Latencies latencies;
  private final Map<SassOp, Integer> counter = new IdentityHashMap<>();
  private final Map<SassOp, Integer> waits = new IdentityHashMap<>();
  private final Map<SassOp, Integer> stalls = new IdentityHashMap<>();

  ControlInsertion(List<List<SassOp>> code, List<List<Integer>> successors, Latencies latencies) {
    this.code = code;
    this.successors = successors;
    this.latencies = latencies;
    counters();
    waits();
    code.forEach(block -> block.forEach(op -> stalls.put(op, latencies.least(op))));
    for (int b = code.size() - 1; b >= 0; b--) {
      stalls(b);
    }
  }

  ControlBits of(SassOp op) {
    int own = counter.getOrDefault(op, ControlBits.NO_COUNTER);
    boolean result = !op.results.isEmpty();
    return new ControlBits(
        stalls.get(op),
        result ? own : ControlBits.NO_COUNTER,
        result ? ControlBits.NO_COUNTER : own,
        waits.get(op),
        false,
        0);
  }

  /** Gives the counters in turn to all instructions that need one. */
  private void counters() {
    int next = 0;
    for (List<SassOp> block : code) {
      for (SassOp op : block) {
        boolean reads = op.sources.stream().anyMatch(Value::isRegister);
        if (latencies.isVariable(op) && (reads || !op.results.isEmpty())) {
          counter.put(op, next);
          next = (next + 1) % ControlBits.COUNTERS;
        }
      }
    }
  }

  private static List<Integer> registers(List<Value> values) {
    List<Integer> all = new ArrayList<>();
    for (Value v : values) {
      for (Value part = v; part != null; part = part.high()) {
        if (part.isRegister()) {
          all.add(part.kind().ordinal() * FILE + part.number());
        }
      }
    }
    return all;
  }

  private static List<Integer> reads(SassOp op) {
    List<Value> all = new ArrayList<>(op.sources);
    if (op.guard != null) {
      all.add(op.guard);
      all.addAll(op.results); // lanes outside keep the former value
    }
    return registers(all);
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
    for (int r : reads(op)) {
      mask |= now.written.getOrDefault(r, 0);
    }
    List<Integer> results = registers(op.results);
    for (int r : results) {
      mask |= now.written.getOrDefault(r, 0) | now.read.getOrDefault(r, 0);
    }
    now.clear(mask);
    waits.put(op, mask);
    Integer own = counter.get(op);
    if (own != null) {
      results.forEach(r -> now.written.merge(r, 1 << own, (x, y) -> x | y));
      registers(op.sources).forEach(r -> now.read.merge(r, 1 << own, (x, y) -> x | y));
    }
  }

  /** Raises the stalls of a block from its last instruction on, so that later ones count. */
  private void stalls(int b) {
    List<SassOp> block = code.get(b);
    for (int k = block.size() - 1; k >= 0; k--) {
      SassOp op = block.get(k);
      boolean counts = counter.containsKey(op);
      boolean last = k == block.size() - 1;
      if (counts && (last || (waits.get(block.get(k + 1)) >> counter.get(op) & 1) != 0)) {
        raise(op, 2); // an increment is visible one cycle late
      }
      int missing = latencies.isVariable(op) ? 0 : missing(op, b, k + 1, 0, 0);
      if (missing > 0) {
        raise(op, stalls.get(op) + missing);
      }
    }
  }

  private void raise(SassOp op, int stall) {
    stalls.merge(op, Math.min(MOST_STALL, stall), Math::max);
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
    List<Integer> results = registers(op.results);
    if (results.isEmpty() || depth > MOST_STALL) {
      return 0;
    }
    int least = stalls.get(op);
    int missing = 0;
    int passed = distance;
    List<SassOp> ops = code.get(block);
    for (int k = from; k < ops.size(); k++) {
      if (least + passed >= MOST_STALL) {
        return missing;
      }
      SassOp next = ops.get(k);
      boolean guards =
          next.guard != null && registers(List.of(next.guard)).stream().anyMatch(results::contains);
      boolean uses =
          reads(next).stream().anyMatch(results::contains)
              || registers(next.results).stream().anyMatch(results::contains);
      if (uses) {
        missing = Math.max(missing, latencies.of(op, next, guards) - least - passed);
      }
      passed += stalls.get(next);
    }
    for (int s : successors.get(block)) {
      missing = Math.max(missing, missing(op, s, 0, passed, depth + 1));
    }
    return missing;
  }
}
