// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.PollLoops;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The layout order of a kernel's blocks: a side of an if precedes the join, and a loop's blocks are
 * contiguous, after its header and before the code that follows, so that control falls through
 * where possible.
 *
 * <p>The order is the reverse postorder of a depth-first walk that visits, from a loop's header,
 * the exits of the loop first, and the successors of a block from the last to the first.
 */
final class BlockLayout {
  private final int[] order;
  private final int[] position;

  /**
   * Computes the order.
   *
   * @param any whether blocks are reordered; otherwise, and if the kernel polls (repeated rows
   *     depend on the order), the portable kernel's order is kept
   */
  BlockLayout(Kernel kernel, boolean any) {
    int n = kernel.blocks().size();
    order = new int[n];
    position = new int[n];
    if (any && PollLoops.of(kernel).isEmpty()) {
      layOut(kernel);
    } else {
      Arrays.setAll(order, k -> k);
    }
    for (int k = 0; k < n; k++) {
      position[order[k]] = k;
    }
  }

  int size() {
    return order.length;
  }

  int at(int place) {
    return order[place];
  }

  int of(int block) {
    return position[block];
  }

  private void layOut(Kernel kernel) {
    int n = order.length;
    int[][] next = new int[n][];
    for (Block block : kernel.blocks()) {
      next[block.id()] =
          block.successors().stream()
              .distinct()
              .sorted((a, b) -> b - a)
              .mapToInt(Integer::intValue)
              .toArray();
    }
    List<BitSet> loops = loops(next);
    int[][] visits = new int[n][];
    for (int b = 0; b < n; b++) {
      visits[b] = loops.get(b).isEmpty() ? next[b] : exitsFirst(next, b, loops.get(b));
    }
    List<Integer> finished = walk(visits, null);
    BitSet reached = new BitSet();
    int place = 0;
    for (int k = finished.size() - 1; k >= 0; k--) {
      order[place++] = finished.get(k);
      reached.set(finished.get(k));
    }
    for (int b = reached.nextClearBit(0); b < n; b = reached.nextClearBit(b + 1)) {
      order[place++] = b;
    }
  }

  /** Blocks to visit from a loop's header: the exits of the loop, then its successors. */
  private static int[] exitsFirst(int[][] next, int header, BitSet loop) {
    BitSet exits = new BitSet();
    loop.stream().forEach(b -> Arrays.stream(next[b]).forEach(exits::set));
    exits.andNot(loop);
    int[] visits = new int[exits.cardinality() + next[header].length];
    int count = 0;
    for (int b = exits.length(); (b = exits.previousSetBit(b - 1)) >= 0; ) {
      visits[count++] = b;
    }
    System.arraycopy(next[header], 0, visits, count, next[header].length);
    return visits;
  }

  /** By block: the natural loop that it heads; empty if none. */
  private static List<BitSet> loops(int[][] next) {
    List<BitSet> loops = new ArrayList<>();
    List<List<Integer>> before = new ArrayList<>();
    for (int b = 0; b < next.length; b++) {
      loops.add(new BitSet());
      before.add(new ArrayList<>());
    }
    for (int b = 0; b < next.length; b++) {
      for (int s : next[b]) {
        before.get(s).add(b);
      }
    }
    walk(
        next,
        (from, header) -> {
          BitSet loop = loops.get(header);
          loop.set(header);
          List<Integer> open = new ArrayList<>(List.of(from));
          while (!open.isEmpty()) {
            int b = open.remove(open.size() - 1);
            if (!loop.get(b)) {
              loop.set(b);
              open.addAll(before.get(b));
            }
          }
        });
    return loops;
  }

  /** Receives an edge to a block that is still on the walk's path. */
  private interface BackEdge {
    void found(int from, int to);
  }

  /** Walks depth first from block 0, without recursion; returns the blocks in postorder. */
  private static List<Integer> walk(int[][] visits, BackEdge back) {
    List<Integer> finished = new ArrayList<>();
    int[] taken = new int[visits.length];
    int[] path = new int[visits.length];
    BitSet entered = new BitSet();
    BitSet open = new BitSet();
    int depth = 0;
    path[depth++] = 0;
    entered.set(0);
    open.set(0);
    while (depth > 0) {
      int b = path[depth - 1];
      if (taken[b] == visits[b].length) {
        finished.add(b);
        open.clear(b);
        depth--;
        continue;
      }
      int s = visits[b][taken[b]++];
      if (open.get(s) && back != null) {
        back.found(b, s);
      }
      if (!entered.get(s)) {
        entered.set(s);
        open.set(s);
        path[depth++] = s;
      }
    }
    return finished;
  }
}
