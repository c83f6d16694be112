// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.record;

import io.lockstep.execute.lane.ActiveLanes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Records the paths of a group's work-items through one segment.
 *
 * <p>Work-items with the same history form a class. Executing a block costs a step per class, not
 * per work-item; a class splits when its work-items diverge.
 */
public final class PathRecorder {
  private final int size;
  private final int[] classOf;
  private int classes;
  private int members; // work-items of classes that were opened
  private int[] first = new int[8];
  private int[] blocks = new int[8];
  private int[] bits = new int[8];
  private long[][] outcomes = new long[8][];
  private long words;

  // Results of close().
  int[] pathOf;
  int[] firstBlock;
  int[] blockCount;
  int[] outcomeBit;
  long[] packed;

  PathRecorder(int size) {
    this.size = size;
    classOf = new int[size];
  }

  /** Removes all work-items from their classes. */
  void reset() {
    classes = 0;
    members = 0;
    words = 0;
    Arrays.fill(classOf, -1);
  }

  /** Opens a class of work-items whose next block is given; returns its number. */
  public int open(ActiveLanes lanes, int block) {
    int c = newClass(block);
    members += lanes.count;
    for (int r = 0; r < lanes.ranges; r++) {
      Arrays.fill(classOf, lanes.low[r], lanes.high[r], c);
    }
    return c;
  }

  private int newClass(int block) {
    if (classes == first.length) {
      first = Arrays.copyOf(first, 2 * classes);
      blocks = Arrays.copyOf(blocks, 2 * classes);
      bits = Arrays.copyOf(bits, 2 * classes);
      outcomes = Arrays.copyOf(outcomes, 2 * classes);
    }
    int c = classes++;
    first[c] = block;
    blocks[c] = 0;
    bits[c] = 0;
    if (outcomes[c] == null) {
      outcomes[c] = new long[2];
    }
    return c;
  }

  /** Adds a class with the history of another class; returns its number. */
  public int fork(int parent) {
    int c = newClass(first[parent]);
    blocks[c] = blocks[parent];
    bits[c] = bits[parent];
    int used = bits[c] + 63 >>> 6;
    words += used;
    if (outcomes[c].length < used) {
      outcomes[c] = new long[outcomes[parent].length];
    }
    System.arraycopy(outcomes[parent], 0, outcomes[c], 0, used);
    return c;
  }

  public int classOf(int lane) {
    return classOf[lane];
  }

  public void assign(int lane, int c) {
    classOf[lane] = c;
  }

  public void block(int c) {
    blocks[c]++;
  }

  /** Appends the outcome of a class's last block. */
  public void outcome(int c, int value, int width) {
    int at = bits[c];
    int end = at + width;
    long[] out = outcomes[c];
    int last = end - 1 >>> 6;
    if (last >= out.length) {
      out = Arrays.copyOf(out, 2 * last + 2);
      outcomes[c] = out;
    }
    int word = at >>> 6;
    if ((at & 63) == 0) {
      out[word] = 0;
      words++;
    }
    out[word] |= (long) value << at;
    if (last != word) {
      out[last] = (long) value >>> 64 - (at & 63);
      words++;
    }
    bits[c] = end;
  }

  /** Returns the approximate size of the paths so far, in bytes. */
  long bytes() {
    return 8 * words + 12L * classes;
  }

  /**
   * Numbers the distinct paths in the order of their lowest work-items and packs them.
   *
   * @param mayRepeat whether different classes may have the same path
   */
  void close(boolean mayRepeat) {
    if (classes == 1 && members == size && blocks[0] > 0) {
      pathOf = null;
      pack(new int[1], 1);
      return;
    }
    int[] pathOfClass = new int[classes];
    Arrays.fill(pathOfClass, -1);
    int[] order = new int[classes];
    int paths = 0;
    int[] of = new int[size];
    Map<PathKey, Integer> known = mayRepeat ? new HashMap<>() : null;
    boolean uniform = true;
    for (int i = 0; i < size; i++) {
      int c = classOf[i];
      if (c < 0 || blocks[c] == 0) {
        of[i] = -1;
        uniform = false;
        continue;
      }
      if (pathOfClass[c] < 0) {
        Integer same = null;
        if (known != null) {
          same = known.putIfAbsent(key(c), paths);
        }
        if (same != null) {
          pathOfClass[c] = same;
        } else {
          order[paths] = c;
          pathOfClass[c] = paths++;
        }
      }
      of[i] = pathOfClass[c];
      uniform &= of[i] == 0;
    }
    pathOf = uniform ? null : of;
    pack(order, paths);
  }

  private void pack(int[] order, int paths) {
    firstBlock = new int[paths];
    blockCount = new int[paths];
    outcomeBit = new int[paths + 1];
    int total = 0;
    for (int p = 0; p < paths; p++) {
      total += bits[order[p]];
    }
    packed = new long[total + 63 >>> 6];
    int at = 0;
    for (int p = 0; p < paths; p++) {
      int c = order[p];
      firstBlock[p] = first[c];
      blockCount[p] = blocks[c];
      outcomeBit[p] = at;
      int n = bits[c];
      for (int w = 0; w << 6 < n; w++) {
        int width = Math.min(64, n - (w << 6));
        int to = at + (w << 6);
        packed[to >>> 6] |= outcomes[c][w] << to;
        if ((to & 63) + width > 64) {
          packed[(to >>> 6) + 1] |= outcomes[c][w] >>> 64 - (to & 63);
        }
      }
      at += n;
    }
    outcomeBit[paths] = at;
  }

  private PathKey key(int c) {
    return new PathKey(
        first[c], blocks[c], bits[c], Arrays.copyOf(outcomes[c], bits[c] + 63 >>> 6));
  }

  private record PathKey(int first, int blocks, int bits, long[] outcomes) {
    @Override
    public boolean equals(Object o) {
      return o instanceof PathKey k
          && k.first == first
          && k.blocks == blocks
          && k.bits == bits
          && Arrays.equals(k.outcomes, outcomes);
    }

    @Override
    public int hashCode() {
      return 31 * (31 * first + blocks) + Arrays.hashCode(outcomes);
    }
  }
}
