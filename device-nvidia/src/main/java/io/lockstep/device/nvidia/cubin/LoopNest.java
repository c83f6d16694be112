// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The loops of a control-flow graph, of blocks or of machine code: strongly connected parts, and
 * those of each part without the block that it is entered by.
 */
final class LoopNest {
  /**
   * A loop.
   *
   * @param body its blocks
   * @param own those that are in no inner loop
   */
  record Loop(int header, BitSet body, BitSet own) {}

  private final int[][] next;
  private final int[][] previous;
  private final List<Loop> loops = new ArrayList<>();

  /**
   * @param next successors by block; block 0 is the entry
   */
  LoopNest(int[][] next) {
    this.next = next;
    previous = new int[next.length][];
    for (int b = 0; b < next.length; b++) {
      int to = b;
      previous[b] =
          IntStream.range(0, next.length)
              .filter(from -> Arrays.stream(next[from]).anyMatch(s -> s == to))
              .toArray();
    }
    find(all(), 0);
  }

  private BitSet all() {
    BitSet all = new BitSet();
    all.set(0, next.length);
    return all;
  }

  List<Loop> loops() {
    return loops;
  }

  /** Adds the loops among blocks that are entered by one of them; returns their blocks. */
  private BitSet find(BitSet among, int entry) {
    BitSet looped = new BitSet();
    BitSet left = (BitSet) among.clone();
    for (int b = entry; b >= 0; b = left.nextSetBit(0)) {
      BitSet part = cycle(b, left);
      left.andNot(part);
      left.clear(b);
      if (part.isEmpty()) {
        continue;
      }
      looped.or(part);
      int header = entered(part, b);
      BitSet inner = (BitSet) part.clone();
      inner.clear(header);
      BitSet own = (BitSet) part.clone();
      if (!inner.isEmpty()) {
        own.andNot(find(inner, inner.nextSetBit(0)));
      }
      loops.add(new Loop(header, part, own));
    }
    return looped;
  }

  /** Returns the first block of a part that control enters from elsewhere. */
  private int entered(BitSet part, int otherwise) {
    return part.stream()
        .filter(b -> Arrays.stream(previous[b]).anyMatch(from -> !part.get(from)))
        .findFirst()
        .orElse(otherwise);
  }

  /** Returns the blocks on cycles through a block; none if it is on no cycle. */
  private BitSet cycle(int block, BitSet among) {
    BitSet cycle = reached(block, among, next);
    cycle.and(reached(block, among, previous));
    return cycle;
  }

  /** Whether control can go around a loop without entering certain blocks. */
  boolean canAvoid(Loop loop, BitSet blocks) {
    BitSet left = (BitSet) loop.body.clone();
    left.andNot(blocks);
    return left.get(loop.header) && reached(loop.header, left, next).get(loop.header);
  }

  /** Returns the blocks that certain edges reach from a block within a set of blocks. */
  private static BitSet reached(int from, BitSet among, int[][] edges) {
    BitSet reached = new BitSet();
    List<Integer> open = new ArrayList<>(List.of(from));
    while (!open.isEmpty()) {
      for (int to : edges[open.remove(open.size() - 1)]) {
        if (among.get(to) && !reached.get(to)) {
          reached.set(to);
          open.add(to);
        }
      }
    }
    return reached;
  }

  /**
   * Returns the blocks that are on a path from the entry to an exit without the given block; none
   * if that is the entry.
   */
  BitSet without(int block) {
    BitSet ways = new BitSet();
    if (block == 0) {
      return ways;
    }
    BitSet others = all();
    others.clear(block);
    ways = reached(0, others, next);
    ways.set(0);
    BitSet ends = new BitSet();
    for (int end = 0; end < next.length; end++) {
      if (next[end].length == 0 && end != block) {
        ends.or(reached(end, others, previous));
        ends.set(end);
      }
    }
    ways.and(ends);
    return ways;
  }
}
