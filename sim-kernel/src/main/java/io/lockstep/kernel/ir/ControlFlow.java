// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Immediate dominators and post-dominators, and natural loops of a control-flow graph.
 *
 * <p>Both are computed by the iterative scheme of Cooper, Harvey and Kennedy ("A Simple, Fast
 * Dominance Algorithm", 2001), post-dominators on the reversed graph with a virtual exit. Blocks
 * that cannot reach the exit (endless loops) have none: -1.
 */
final class ControlFlow {
  private final int[][] succ;
  private final int[][] pred;
  private final int[] postDominator;
  private final List<BitSet> bodies = new ArrayList<>();
  private final List<Integer> headers = new ArrayList<>();
  private final int[] loop;
  private final int[] depth;

  ControlFlow(List<List<Integer>> successors) {
    int n = successors.size();
    succ = new int[n][];
    for (int b = 0; b < n; b++) {
      succ[b] = successors.get(b).stream().mapToInt(Integer::intValue).toArray();
    }
    pred = predecessors(succ);
    int[] ends = IntStream.range(0, n).filter(b -> succ[b].length == 0).toArray();
    postDominator = dominators(succ, pred, ends);
    loop = new int[n];
    depth = new int[n];
    Arrays.fill(loop, -1);
    findLoops();
  }

  int[] successors(int block) {
    return succ[block];
  }

  int[] predecessors(int block) {
    return pred[block];
  }

  /** Returns each block's immediate dominator; -1 for the entry. */
  int[] dominators() {
    return dominators(pred, succ, new int[] {0});
  }

  /** Returns the blocks of a natural loop. */
  BitSet body(int loop) {
    return bodies.get(loop);
  }

  /** Returns the block through which control enters a natural loop. */
  int header(int loop) {
    return headers.get(loop);
  }

  int postDominator(int block) {
    return postDominator[block];
  }

  int loop(int block) {
    return loop[block];
  }

  int depth(int block) {
    return depth[block];
  }

  int loops() {
    return headers.size();
  }

  private static int[][] predecessors(int[][] succ) {
    int n = succ.length;
    int[] count = new int[n];
    for (int[] s : succ) {
      for (int t : s) {
        count[t]++;
      }
    }
    int[][] pred = new int[n][];
    for (int b = 0; b < n; b++) {
      pred[b] = new int[count[b]];
    }
    Arrays.fill(count, 0);
    for (int b = 0; b < n; b++) {
      for (int t : succ[b]) {
        pred[t][count[t]++] = b;
      }
    }
    return pred;
  }

  /**
   * Returns immediate dominators; -1 for roots.
   *
   * @param before each node's edges towards the roots
   * @param after the same edges from the other end
   */
  private static int[] dominators(int[][] before, int[][] after, int[] roots) {
    int n = before.length;
    int root = n; // a virtual node in front of all roots
    boolean[] isRoot = new boolean[n];
    for (int r : roots) {
      isRoot[r] = true;
    }
    int[] order = new int[n + 1];
    int[] number = new int[n + 1];
    Arrays.fill(number, -1);
    // Post-order from the virtual root, without recursion.
    int[] stack = new int[n + 1];
    int[] next = new int[n + 1];
    boolean[] seen = new boolean[n + 1];
    int top = 0;
    int count = 0;
    stack[top++] = root;
    seen[root] = true;
    while (top > 0) {
      int b = stack[top - 1];
      int[] edges = b == root ? roots : after[b];
      if (next[b] < edges.length) {
        int t = edges[next[b]++];
        if (!seen[t]) {
          seen[t] = true;
          stack[top++] = t;
        }
      } else {
        number[b] = count;
        order[count++] = b;
        top--;
      }
    }
    int[] idom = new int[n + 1];
    Arrays.fill(idom, -2);
    idom[root] = root;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = count - 2; i >= 0; i--) {
        int b = order[i];
        int best = isRoot[b] ? root : -2;
        for (int s : before[b]) {
          if (idom[s] != -2) {
            best = best == -2 ? s : intersect(idom, number, s, best);
          }
        }
        if (best != idom[b]) {
          idom[b] = best;
          changed = true;
        }
      }
    }
    int[] result = new int[n];
    for (int b = 0; b < n; b++) {
      result[b] = idom[b] == root || idom[b] == -2 ? -1 : idom[b];
    }
    return result;
  }

  private static int intersect(int[] idom, int[] number, int a, int b) {
    while (a != b) {
      while (number[a] < number[b]) {
        a = idom[a];
      }
      while (number[b] < number[a]) {
        b = idom[b];
      }
    }
    return a;
  }

  /** Finds natural loops by back edges of a depth-first walk; merges loops that share a header. */
  private void findLoops() {
    int n = succ.length;
    BitSet[] body = new BitSet[n];
    int[] state = new int[n];
    int[] next = new int[n];
    ArrayDeque<Integer> stack = new ArrayDeque<>();
    stack.push(0);
    state[0] = 1;
    while (!stack.isEmpty()) {
      int b = stack.peek();
      if (next[b] < succ[b].length) {
        int t = succ[b][next[b]++];
        if (state[t] == 0) {
          state[t] = 1;
          stack.push(t);
        } else if (state[t] == 1) {
          if (body[t] == null) {
            body[t] = new BitSet();
            body[t].set(t);
          }
          collect(body[t], b);
        }
      } else {
        state[b] = 2;
        stack.pop();
      }
    }
    int[] size = new int[n];
    for (int h = 0; h < n; h++) {
      if (body[h] == null) {
        continue;
      }
      int id = headers.size();
      headers.add(h);
      bodies.add(body[h]);
      int blocks = body[h].cardinality();
      for (int b = body[h].nextSetBit(0); b >= 0; b = body[h].nextSetBit(b + 1)) {
        depth[b]++;
        if (loop[b] < 0 || blocks < size[b]) {
          loop[b] = id;
          size[b] = blocks;
        }
      }
    }
  }

  private void collect(BitSet body, int from) {
    ArrayDeque<Integer> work = new ArrayDeque<>();
    if (!body.get(from)) {
      body.set(from);
      work.push(from);
    }
    while (!work.isEmpty()) {
      for (int p : pred[work.pop()]) {
        if (!body.get(p)) {
          body.set(p);
          work.push(p);
        }
      }
    }
  }
}
