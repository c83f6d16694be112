// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * A union data-flow analysis: each block sends the values that it generates, and the values that
 * reach the block except the killed ones. Only generated values take part, densely numbered, and a
 * block is revisited only if a new value reaches it: temporaries of a block cost nothing, and the
 * order of the blocks does not matter.
 */
final class BlockFlow {
  private static final int[] NONE = {};

  private final int[][] from; // blocks whose values reach a block
  private final int[][] generated;
  private final int[][] killed;
  private int[] value = NONE; // by dense number, ascending
  private int[] number = NONE; // dense number by value; -1 if never generated
  private long[][] sent; // bit set of dense numbers by block

  BlockFlow(int[][] from) {
    this.from = from;
    generated = new int[from.length][];
    killed = new int[from.length][];
  }

  /** Sets the generated and killed values of a block; a value in both counts as generated. */
  void set(int block, int[] generates, int[] kills) {
    generated[block] = generates;
    killed[block] = kills;
  }

  static int[][] edges(List<List<Integer>> successors) {
    int[][] edges = new int[successors.size()][];
    for (int b = 0; b < edges.length; b++) {
      edges[b] = successors.get(b).stream().mapToInt(Integer::intValue).toArray();
    }
    return edges;
  }

  static int[][] reversed(int[][] edges) {
    int[] count = new int[edges.length];
    for (int[] e : edges) {
      for (int t : e) {
        count[t]++;
      }
    }
    int[][] reversed = new int[edges.length][];
    for (int b = 0; b < edges.length; b++) {
      reversed[b] = new int[count[b]];
    }
    for (int b = edges.length - 1; b >= 0; b--) {
      for (int t : edges[b]) {
        reversed[t][--count[t]] = b;
      }
    }
    return reversed;
  }

  void solve() {
    int n = from.length;
    number();
    int words = (value.length + 63) >>> 6;
    sent = new long[n][words];
    int[][] to = reversed(from);
    ArrayDeque<Integer> open = new ArrayDeque<>();
    boolean[] waits = new boolean[n];
    for (int b : BlockOrder.of(to)) {
      open.add(b);
      waits[b] = true;
    }
    long[] now = new long[words];
    while (!open.isEmpty()) {
      int b = open.poll();
      waits[b] = false;
      reaching(b, now);
      mark(killed[b], now, false);
      mark(generated[b], now, true);
      if (!Arrays.equals(now, sent[b])) {
        System.arraycopy(now, 0, sent[b], 0, words);
        for (int t : to[b]) {
          if (!waits[t]) {
            waits[t] = true;
            open.add(t);
          }
        }
      }
    }
  }

  private void number() {
    BitSet all = new BitSet();
    for (int[] some : generated) {
      for (int v : some) {
        all.set(v);
      }
    }
    value = all.stream().toArray();
    number = new int[all.length()];
    Arrays.fill(number, -1);
    for (int k = 0; k < value.length; k++) {
      number[value[k]] = k;
    }
  }

  private void reaching(int block, long[] into) {
    Arrays.fill(into, 0);
    for (int f : from[block]) {
      for (int w = 0; w < into.length; w++) {
        into[w] |= sent[f][w];
      }
    }
  }

  private void mark(int[] values, long[] in, boolean as) {
    for (int v : values) {
      int k = v < number.length ? number[v] : -1;
      if (k >= 0 && as) {
        in[k >>> 6] |= 1L << k;
      } else if (k >= 0) {
        in[k >>> 6] &= ~(1L << k);
      }
    }
  }

  boolean reaches(int block, int v) {
    int k = v < number.length ? number[v] : -1;
    for (int f : k < 0 ? NONE : from[block]) {
      if ((sent[f][k >>> 6] & 1L << k) != 0) {
        return true;
      }
    }
    return false;
  }

  BitSet reaching(int block) {
    long[] bits = new long[(value.length + 63) >>> 6];
    reaching(block, bits);
    return values(bits);
  }

  BitSet sent(int block) {
    return values(sent[block]);
  }

  private BitSet values(long[] bits) {
    BitSet values = new BitSet(number.length);
    for (int w = 0; w < bits.length; w++) {
      for (long left = bits[w]; left != 0; left &= left - 1) {
        values.set(value[(w << 6) + Long.numberOfTrailingZeros(left)]);
      }
    }
    return values;
  }
}
