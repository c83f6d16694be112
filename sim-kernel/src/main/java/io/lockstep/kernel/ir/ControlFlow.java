// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;

/**
 * Immediate post-dominators and natural loops of a control-flow graph.
 *
 * <p>Post-dominators are computed by the iterative scheme of Cooper, Harvey and Kennedy ("A Simple,
 * Fast Dominance Algorithm", 2001) on the reversed graph with a virtual exit. Blocks that cannot
 * reach the exit (endless loops) have none: -1.
 */
final class ControlFlow {
  private final int[] postDominator;
  private final int[] loop;
  private final int[] depth;
  private int loops;

  ControlFlow(List<List<Integer>> successors) {
    int n = successors.size();
    int[][] succ = new int[n][];
    for (int b = 0; b < n; b++) {
      succ[b] = successors.get(b).stream().mapToInt(Integer::intValue).toArray();
    }
    int[][] pred = predecessors(succ);
    postDominator = postDominators(succ, pred);
    loop = new int[n];
    depth = new int[n];
    Arrays.fill(loop, -1);
    findLoops(succ, pred);
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
    return loops;
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

  // Node n is the virtual exit.
  private static int[] postDominators(int[][] succ, int[][] pred) {
    int n = succ.length;
    int exit = n;
    int[] order = new int[n + 1];
    int[] number = new int[n + 1];
    Arrays.fill(number, -1);
    // Post-order of the reversed graph from the virtual exit, without recursion.
    int[] exits = java.util.stream.IntStream.range(0, n).filter(b -> succ[b].length == 0).toArray();
    int[] stack = new int[n + 1];
    int[] next = new int[n + 1];
    boolean[] seen = new boolean[n + 1];
    int top = 0;
    int count = 0;
    stack[top++] = exit;
    seen[exit] = true;
    while (top > 0) {
      int b = stack[top - 1];
      int[] edges = b == exit ? exits : pred[b];
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
    idom[exit] = exit;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = count - 2; i >= 0; i--) {
        int b = order[i];
        int best = -2;
        if (succ[b].length == 0) {
          best = exit;
        }
        for (int s : succ[b]) {
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
      result[b] = idom[b] == exit || idom[b] == -2 ? -1 : idom[b];
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
  private void findLoops(int[][] succ, int[][] pred) {
    int n = succ.length;
    boolean[][] body = new boolean[n][];
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
            body[t] = new boolean[n];
            body[t][t] = true;
          }
          collect(body[t], pred, b);
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
      int id = loops++;
      int blocks = 0;
      for (boolean in : body[h]) {
        blocks += in ? 1 : 0;
      }
      for (int b = 0; b < n; b++) {
        if (body[h][b]) {
          depth[b]++;
          if (loop[b] < 0 || blocks < size[b]) {
            loop[b] = id;
            size[b] = blocks;
          }
        }
      }
    }
  }

  private static void collect(boolean[] body, int[][] pred, int from) {
    ArrayDeque<Integer> work = new ArrayDeque<>();
    if (!body[from]) {
      body[from] = true;
      work.push(from);
    }
    while (!work.isEmpty()) {
      for (int p : pred[work.pop()]) {
        if (!body[p]) {
          body[p] = true;
          work.push(p);
        }
      }
    }
  }
}
