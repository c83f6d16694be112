// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import io.lockstep.kernel.ir.Block;
import java.util.List;

/** Computes the reverse post-order of blocks by a depth-first walk. */
public final class BlockOrder {
  private BlockOrder() {}

  /**
   * {@return the blocks in reverse post-order: without cycles, each block follows its predecessors}
   *
   * @param blocks blocks of a kernel, by number
   */
  public static int[] of(List<Block> blocks) {
    int[][] to = new int[blocks.size()][];
    for (int b = 0; b < to.length; b++) {
      to[b] = blocks.get(b).successors().stream().mapToInt(Integer::intValue).toArray();
    }
    return of(to);
  }

  /**
   * {@return the position of each block in an order, by number}
   *
   * @param order the blocks' numbers
   */
  public static int[] places(int[] order) {
    int[] places = new int[order.length];
    for (int k = 0; k < order.length; k++) {
      places[order[k]] = k;
    }
    return places;
  }

  /** Returns the reverse post-order of a depth-first walk from each block not reached before. */
  static int[] of(int[][] to) {
    int n = to.length;
    int[] order = new int[n];
    int[] stack = new int[n];
    int[] next = new int[n];
    boolean[] seen = new boolean[n];
    int count = n;
    for (int root = 0; root < n; root++) {
      int top = 0;
      if (!seen[root]) {
        seen[root] = true;
        stack[top++] = root;
      }
      while (top > 0) {
        int b = stack[top - 1];
        if (next[b] == to[b].length) {
          order[--count] = b;
          top--;
        } else if (!seen[to[b][next[b]++]]) {
          int t = to[b][next[b] - 1];
          seen[t] = true;
          stack[top++] = t;
        }
      }
    }
    return order;
  }
}
