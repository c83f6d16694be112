// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.schedule;

import io.lockstep.device.nvidia.code.Latencies;
import io.lockstep.device.nvidia.code.Registers;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.sm.code.ControlBits;
import io.lockstep.sm.code.Pipe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives counters to instructions of variable latency. Those for which the same instruction waits
 * first share one; otherwise each has a counter that is not in use, as long as there are any.
 * Operands need one only if a later instruction overwrites them before it waits for the result.
 * Source operands of a load are read soon after it issues, its result comes a memory latency later.
 * An instruction that overwrites a source would wait for the result if both had one counter, so
 * they never share one; a block that counts source operands reserves a counter for them.
 */
final class CounterChoice {
  private static final int NONE = -1;
  private static final int BEYOND = Integer.MAX_VALUE - Pipe.values().length;

  private final List<List<SassOp>> code;
  private final Latencies latencies;
  private final List<BitSet> writtenLater = new ArrayList<>(); // behind the end of each block
  private final Map<SassOp, Integer> writes = new IdentityHashMap<>();
  private final Map<SassOp, Integer> reads = new IdentityHashMap<>();
  private final int[] waitedAt = new int[ControlBits.COUNTERS]; // index in the block, or free
  private final boolean[] operands =
      new boolean[ControlBits.COUNTERS]; // whether it counts source operands
  private int next;

  CounterChoice(List<List<SassOp>> code, List<List<Integer>> successors, Latencies latencies) {
    this.code = code;
    this.latencies = latencies;
    writtenLater(successors);
    for (int b = 0; b < code.size(); b++) {
      choose(b);
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
      for (SassOp op : block) {
        for (int r : Registers.of(op.results)) {
          written.set(r);
        }
      }
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

  private void choose(int b) {
    List<SassOp> ops = code.get(b);
    int[] results = new int[ops.size()];
    int[] sources = new int[ops.size()];
    boolean counts = false;
    for (int k = 0; k < ops.size(); k++) {
      results[k] = NONE;
      sources[k] = NONE;
      if (latencies.isVariable(ops.get(k))) {
        results[k] = resultsWaited(b, k);
        sources[k] = operandsWaited(b, k);
        counts |= sources[k] != NONE;
      }
    }
    int most = ControlBits.COUNTERS - (counts ? 1 : 0);
    Arrays.fill(waitedAt, NONE);
    for (int k = 0; k < ops.size(); k++) {
      if (results[k] != NONE) {
        writes.put(ops.get(k), counter(k, results[k], false, most));
      }
      if (sources[k] != NONE) {
        reads.put(ops.get(k), counter(k, sources[k], true, ControlBits.COUNTERS));
      }
    }
  }

  /**
   * Returns the index of the first instruction that waits for the results of another, beyond the
   * block if none does; {@link #NONE} without results.
   */
  private int resultsWaited(int b, int k) {
    List<SassOp> ops = code.get(b);
    int[] results = Registers.of(ops.get(k).results);
    int reader = first(ops, k, results, true);
    int waited = reader == ops.size() ? BEYOND + ops.get(k).pipe.ordinal() : reader;
    return results.length == 0 ? NONE : waited;
  }

  /**
   * Returns the index of the first instruction that overwrites a source operand of another before
   * any waits for its results; {@link #NONE} if there is none.
   */
  private int operandsWaited(int b, int k) {
    List<SassOp> ops = code.get(b);
    SassOp op = ops.get(k);
    int[] results = Registers.of(op.results);
    int reader = first(ops, k, results, true);
    int[] sources = without(Registers.of(op.sources), results);
    int writer = first(ops, k, sources, false);
    if (writer < Math.min(reader, ops.size())) {
      return writer;
    }
    boolean later = false;
    for (int r : sources) {
      later |= writtenLater.get(b).get(r);
    }
    return reader == ops.size() && later ? BEYOND + op.pipe.ordinal() : NONE;
  }

  private static int[] without(int[] registers, int[] others) {
    int[] left = new int[registers.length];
    int count = 0;
    for (int r : registers) {
      if (!Registers.contains(others, r)) {
        left[count++] = r;
      }
    }
    return Arrays.copyOf(left, count);
  }

  /** The first instruction behind another that accesses, or only writes, one of some registers. */
  private static int first(List<SassOp> ops, int k, int[] registers, boolean reads) {
    for (int j = k + 1; j < ops.size(); j++) {
      SassOp op = ops.get(j);
      boolean uses = Registers.meet(Registers.of(op.results), registers);
      if (uses || reads && Registers.meet(Registers.read(op), registers)) {
        return j;
      }
    }
    return ops.size();
  }

  private int counter(int k, int waited, boolean reads, int most) {
    // Across a loop's back edge, only the counter that no result has is certainly not in use.
    int counter = reads && waited >= BEYOND ? most - 1 : unused(k, waited, reads, most);
    // A wait for a counter is one for all that share it.
    waitedAt[counter] = waitedAt[counter] > k ? Math.min(waitedAt[counter], waited) : waited;
    operands[counter] = reads;
    return counter;
  }

  /**
   * Returns a counter for an instruction: one on which the same instruction waits first, else a
   * free one, else one that is shared. The last counter may still count source operands of an
   * earlier block, so it is taken only if no other is free.
   */
  private int unused(int k, int waited, boolean reads, int most) {
    int free = -1;
    for (int c = 0; c < most; c++) {
      if (waitedAt[c] == waited && operands[c] == reads) {
        return c;
      }
      int turn = (next + c) % most;
      boolean last = turn == ControlBits.COUNTERS - 1;
      if (waitedAt[turn] <= k && (free < 0 || free == ControlBits.COUNTERS - 1 && !last)) {
        free = turn;
      }
    }
    if (free < 0) {
      return latest(reads, most);
    }
    next = (free + 1) % most;
    return free;
  }

  /**
   * Returns the counter with the latest wait, of those for source operands or for results,
   * whichever is asked for; of all if there are none.
   */
  private int latest(boolean reads, int most) {
    int latest = 0;
    for (int c = 1; c < most; c++) {
      boolean same = operands[c] == reads;
      boolean later = waitedAt[c] > waitedAt[latest];
      if (same == (operands[latest] == reads) ? later : same) {
        latest = c;
      }
    }
    return latest;
  }
}
