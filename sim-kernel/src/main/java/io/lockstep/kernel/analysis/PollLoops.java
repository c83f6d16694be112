// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Loops in which a work-group may wait for a write of another group.
 *
 * <p>A <em>poll</em> is a load of global memory, or an atomic that may leave memory unchanged,
 * inside a loop whose exit depends on the value, if the loop can iterate through the poll without
 * an access that always changes memory. So a spin on a flag, a lock acquired by
 * compare-and-exchange or exchange, waiting for a ticket's turn and a decoupled look-back are
 * polls. A compare-and-exchange with a value loaded in the same loop is a retried update and not a
 * poll, and neither is a work queue's atomic add: both succeed without other groups.
 *
 * <p>A plain load counts only if its address does not change in the loop; volatile loads and
 * atomics always count. The analysis is flow-insensitive inside a loop, so it may find too many
 * polls but never too few; each costs some bookkeeping in execution, and kernels without polls cost
 * nothing. Immutable and thread-safe.
 */
public final class PollLoops {
  /**
   * A loop with polls.
   *
   * @param header the block with which every iteration begins
   * @param blocks numbers of the blocks, the header included
   * @param slots memory slots of the polls
   */
  public record Loop(int header, BitSet blocks, BitSet slots) {
    /**
     * Copies the sets.
     *
     * @param header the block with which every iteration begins
     * @param blocks numbers of the blocks, the header included
     * @param slots memory slots of the polls
     */
    public Loop {
      blocks = (BitSet) blocks.clone();
      slots = (BitSet) slots.clone();
    }
  }

  private final List<Loop> loops;
  private final BitSet slots = new BitSet();

  private PollLoops(List<Loop> loops) {
    this.loops = List.copyOf(loops);
    loops.forEach(l -> slots.or(l.slots()));
  }

  /**
   * {@return the loops with polls of a kernel}
   *
   * @param kernel a verified kernel
   */
  public static PollLoops of(Kernel kernel) {
    List<Loop> found = new ArrayList<>();
    for (BitSet[] loop : naturalLoops(kernel)) {
      BitSet slots = new LoopPolls(kernel, loop[0].nextSetBit(0), loop[1]).find();
      if (!slots.isEmpty()) {
        found.add(new Loop(loop[0].nextSetBit(0), loop[1], slots));
      }
    }
    found.sort(
        Comparator.comparingInt((Loop l) -> l.blocks().cardinality())
            .thenComparingInt(Loop::header));
    return new PollLoops(found);
  }

  /** {@return whether the kernel has no polls, so that its groups never wait for each other} */
  public boolean isEmpty() {
    return loops.isEmpty();
  }

  /** {@return loops with polls, inner loops before outer ones} */
  public List<Loop> loops() {
    return loops;
  }

  /**
   * {@return whether the memory operation of a slot is a poll}
   *
   * @param slot slot of the kernel
   */
  public boolean isPoll(int slot) {
    return slots.get(slot);
  }

  /**
   * {@return the innermost loop around a poll, which repeats while the poll fails}
   *
   * @param slot slot of a poll
   */
  public Loop loopOf(int slot) {
    for (Loop loop : loops) {
      if (loop.slots().get(slot)) {
        return loop;
      }
    }
    throw new IllegalArgumentException("slot " + slot + " is not a poll");
  }

  /** Returns the header (one bit) and blocks of every natural loop, merged by header. */
  private static List<BitSet[]> naturalLoops(Kernel kernel) {
    int n = kernel.blocks().size();
    List<List<Integer>> predecessors = new ArrayList<>();
    for (int b = 0; b < n; b++) {
      predecessors.add(new ArrayList<>());
    }
    for (Block block : kernel.blocks()) {
      block.successors().forEach(s -> predecessors.get(s).add(block.id()));
    }
    BitSet[] loops = new BitSet[n];
    int[] state = new int[n]; // 0 new, 1 on the walk's path, 2 done
    int[] next = new int[n];
    ArrayDeque<Integer> path = new ArrayDeque<>();
    path.push(0);
    state[0] = 1;
    while (!path.isEmpty()) {
      int b = path.peek();
      List<Integer> successors = kernel.blocks().get(b).successors();
      if (next[b] == successors.size()) {
        state[b] = 2;
        path.pop();
        continue;
      }
      int t = successors.get(next[b]++);
      if (state[t] == 0) {
        state[t] = 1;
        path.push(t);
      } else if (state[t] == 1) {
        loops[t] = loops[t] == null ? new BitSet() : loops[t];
        addBody(loops[t], t, b, predecessors);
      }
    }
    List<BitSet[]> result = new ArrayList<>();
    for (int h = 0; h < n; h++) {
      if (loops[h] != null) {
        BitSet header = new BitSet();
        header.set(h);
        result.add(new BitSet[] {header, loops[h]});
      }
    }
    return result;
  }

  private static void addBody(
      BitSet body, int header, int latch, List<List<Integer>> predecessors) {
    body.set(header);
    ArrayDeque<Integer> work = new ArrayDeque<>();
    work.add(latch);
    while (!work.isEmpty()) {
      int b = work.poll();
      if (!body.get(b)) {
        body.set(b);
        work.addAll(predecessors.get(b));
      }
    }
  }
}
