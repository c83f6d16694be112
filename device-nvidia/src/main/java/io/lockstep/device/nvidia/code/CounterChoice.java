// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives counters to instructions of variable latency. Those for which the same instruction waits
 * first share one; otherwise each has a counter that is not in use, as long as there are any.
 * Operands need one only if a later instruction overwrites them before it waits for the result.
 */
final class CounterChoice {
  private static final int BEYOND = Integer.MAX_VALUE - Pipe.values().length;

  private final List<List<SassOp>> code;
  private final Latencies latencies;
  private final List<BitSet> writtenLater = new ArrayList<>(); // behind the end of each block
  private final Map<SassOp, Integer> writes = new IdentityHashMap<>();
  private final Map<SassOp, Integer> reads = new IdentityHashMap<>();
  private final int[] waitedAt = new int[ControlBits.COUNTERS]; // index in the block, or free
  private int next;

  CounterChoice(List<List<SassOp>> code, List<List<Integer>> successors, Latencies latencies) {
    this.code = code;
    this.latencies = latencies;
    writtenLater(successors);
    for (int b = 0; b < code.size(); b++) {
      Arrays.fill(waitedAt, -1);
      for (int k = 0; k < code.get(b).size(); k++) {
        if (latencies.isVariable(code.get(b).get(k))) {
          choose(b, k);
        }
      }
    }
  }

  int writes(SassOp op) {
    return writes.getOrDefault(op, ControlBits.NO_COUNTER);
  }

  int reads(SassOp op) {
    return reads.getOrDefault(op, ControlBits.NO_COUNTER);
  }

  private void writtenLater(List<List<Integer>> successors) {
    List<BitSet> own = new ArrayList<>();
    for (List<SassOp> block : code) {
      BitSet written = new BitSet();
      block.forEach(op -> Registers.of(op.results).forEach(written::set));
      own.add(written);
      writtenLater.add(new BitSet());
    }
    for (boolean changed = true; changed; ) {
      changed = false;
      for (int b = code.size() - 1; b >= 0; b--) {
        BitSet later = writtenLater.get(b);
        int before = later.cardinality();
        for (int s : successors.get(b)) {
          later.or(own.get(s));
          later.or(writtenLater.get(s));
        }
        changed |= later.cardinality() > before;
      }
    }
  }

  private void choose(int b, int k) {
    List<SassOp> ops = code.get(b);
    SassOp op = ops.get(k);
    List<Integer> results = Registers.of(op.results);
    int reader = first(ops, k, results, true);
    if (!results.isEmpty()) {
      writes.put(op, counter(k, reader == ops.size() ? BEYOND + op.pipe.ordinal() : reader));
    }
    List<Integer> sources = new ArrayList<>(Registers.of(op.sources));
    sources.removeAll(results);
    int writer = first(ops, k, sources, false);
    boolean later = sources.stream().anyMatch(writtenLater.get(b)::get);
    if (writer < Math.min(reader, ops.size())) {
      reads.put(op, counter(k, writer));
    } else if (reader == ops.size() && later) {
      reads.put(op, counter(k, BEYOND + op.pipe.ordinal()));
    }
  }

  /** The first instruction behind another that accesses, or only writes, one of some registers. */
  private static int first(List<SassOp> ops, int k, List<Integer> registers, boolean reads) {
    for (int j = k + 1; j < ops.size(); j++) {
      SassOp op = ops.get(j);
      boolean uses = !Collections.disjoint(Registers.of(op.results), registers);
      if (uses || reads && !Collections.disjoint(Registers.read(op), registers)) {
        return j;
      }
    }
    return ops.size();
  }

  private int counter(int k, int waited) {
    int free = -1;
    for (int c = 0; c < ControlBits.COUNTERS; c++) {
      if (waitedAt[c] == waited) {
        return c;
      }
      int turn = (next + c) % ControlBits.COUNTERS;
      if (free < 0 && waitedAt[turn] <= k) {
        free = turn;
      }
    }
    if (free < 0) {
      free = latest();
    } else {
      next = (free + 1) % ControlBits.COUNTERS;
    }
    waitedAt[free] = waited;
    return free;
  }

  /** The counter that is waited for last. */
  private int latest() {
    int latest = 0;
    for (int c = 1; c < ControlBits.COUNTERS; c++) {
      latest = waitedAt[c] > waitedAt[latest] ? c : latest;
    }
    return latest;
  }
}
