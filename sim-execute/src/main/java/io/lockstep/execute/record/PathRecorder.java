// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Records the paths of a group's work-items through one segment.
 *
 * <p>Work-items with the same history form a class, which is numbered by its lowest work-item. A
 * class splits when its work-items diverge. What the classes of a fragment execute together is kept
 * in the fragment's {@link Trail} until the fragment meets another.
 */
public final class PathRecorder {
  private static final int WORD = 64;

  private final int size;
  private final long[] lowest; // mask of the work-items that number classes
  private final long[] several; // mask of the numbers of classes of several work-items
  private final long[][] members; // by class
  private int classes;
  private final int[] first;
  private final int[] blocks;
  private final int[] bits;
  private final long[][] outcomes;
  private long words;
  private final List<Trail> trails = new ArrayList<>(); // those that may not be empty

  // Results of close().
  int[] pathOf;
  int[] firstBlock;
  int[] blockCount;
  int[] outcomeBit;
  long[] packed;

  PathRecorder(int size) {
    this.size = size;
    lowest = new long[size + WORD - 1 >>> 6];
    several = new long[lowest.length];
    members = new long[size][];
    first = new int[size];
    blocks = new int[size];
    bits = new int[size];
    outcomes = new long[size][];
  }

  /** Removes all work-items from their classes. */
  void reset() {
    classes = 0;
    words = 0;
    Arrays.fill(lowest, 0);
    Arrays.fill(several, 0);
    for (Trail trail : trails) {
      trail.clear();
      trail.listed = false;
    }
    trails.clear();
  }

  /** Puts a fragment's work-items into a new class, whose path begins at a block. */
  public void open(Trail trail, int block) {
    int c = newClass(trail.lanes.mask);
    first[c] = block;
    blocks[c] = 0;
    bits[c] = 0;
  }

  /** Adds a class of the given work-items; returns its number. */
  private int newClass(long[] mask) {
    int w = 0;
    while (mask[w] == 0) {
      w++;
    }
    int c = (w << 6) + Long.numberOfTrailingZeros(mask[w]);
    if (members[c] == null) {
      members[c] = new long[mask.length];
      outcomes[c] = new long[2];
    }
    System.arraycopy(mask, 0, members[c], 0, mask.length);
    lowest[w] |= 1L << c;
    noteSeveral(c);
    classes++;
    return c;
  }

  private void noteSeveral(int c) {
    int count = 0;
    for (long word : members[c]) {
      count += Long.bitCount(word);
    }
    if (count > 1) {
      several[c >>> 6] |= 1L << c;
    } else {
      several[c >>> 6] &= ~(1L << c);
    }
  }

  /** Counts a block that the work-items of a fragment have executed. */
  public void block(Trail trail) {
    list(trail);
    trail.blocks++;
  }

  /** Appends the outcome of a fragment's last block. */
  public void outcome(Trail trail, int value, int width) {
    if (trail.bits + width > WORD) {
      flush(trail);
    }
    list(trail);
    trail.outcomes |= (long) value << trail.bits;
    trail.bits += width;
  }

  private void list(Trail trail) {
    if (!trail.listed) {
      trail.listed = true;
      trails.add(trail);
    }
  }

  /**
   * Splits the classes of a fragment of which only some work-items are in {@code part}.
   *
   * @param part a subset of the fragment's work-items
   */
  public void split(Trail trail, long[] part) {
    for (int w = 0; w < several.length; w++) {
      long rest = several[w] & trail.lanes.mask[w];
      for (; rest != 0; rest &= rest - 1) {
        splitClass((w << 6) + Long.numberOfTrailingZeros(rest), part);
      }
    }
  }

  private void splitClass(int c, long[] part) {
    long[] of = members[c];
    boolean stays = (part[c >>> 6] & 1L << c) != 0; // the part with the lowest work-item
    long flip = stays ? -1 : 0;
    long gone = 0;
    for (int w = 0; w < of.length; w++) {
      gone |= of[w] & (part[w] ^ flip);
    }
    if (gone == 0) {
      return;
    }
    long[] mask = new long[of.length];
    for (int w = 0; w < of.length; w++) {
      mask[w] = of[w] & (part[w] ^ flip);
      of[w] &= ~mask[w];
    }
    noteSeveral(c);
    int forked = newClass(mask);
    first[forked] = first[c];
    blocks[forked] = blocks[c];
    bits[forked] = bits[c];
    int used = bits[c] + WORD - 1 >>> 6;
    words += used;
    if (outcomes[forked].length < used) {
      outcomes[forked] = new long[outcomes[c].length];
    }
    System.arraycopy(outcomes[c], 0, outcomes[forked], 0, used);
  }

  /** Gives a part of a fragment what the fragment has executed. */
  public void inherit(Trail part, Trail whole) {
    part.blocks = whole.blocks;
    part.outcomes = whole.outcomes;
    part.bits = whole.bits;
    list(part);
  }

  /** Empties the trail of a fragment whose parts have inherited it. */
  public void drop(Trail trail) {
    trail.clear();
  }

  /** Appends what the work-items of a fragment have executed to the paths of their classes. */
  public void flush(Trail trail) {
    if (trail.blocks > 0 || trail.bits > 0) {
      for (int w = 0; w < lowest.length; w++) {
        long rest = lowest[w] & trail.lanes.mask[w];
        for (; rest != 0; rest &= rest - 1) {
          append((w << 6) + Long.numberOfTrailingZeros(rest), trail);
        }
      }
      trail.clear();
    }
  }

  private void append(int c, Trail trail) {
    blocks[c] += trail.blocks;
    int at = bits[c];
    int end = at + trail.bits;
    bits[c] = end;
    int word = at >>> 6;
    int last = end - 1 >>> 6;
    if (end == at) {
      return;
    }
    long[] out = outcomes[c];
    if (last >= out.length) {
      out = Arrays.copyOf(out, 2 * last + 2);
      outcomes[c] = out;
    }
    if ((at & 63) == 0) {
      out[word] = 0;
      words++;
    }
    out[word] |= trail.outcomes << at;
    if (last != word) {
      out[last] = trail.outcomes >>> WORD - (at & 63);
      words++;
    }
  }

  private void flushAll() {
    for (Trail trail : trails) {
      flush(trail);
      trail.listed = false;
    }
    trails.clear();
  }

  /** Returns the approximate size of the paths so far, in bytes. */
  long bytes() {
    flushAll();
    return 8 * words + 12L * classes;
  }

  /** Returns an upper bound of {@link #bytes}: no trail adds more than a word to a path. */
  long mostBytes() {
    return 8 * (words + classes) + 12L * classes;
  }

  /**
   * Numbers the distinct paths in the order of their lowest work-items and packs them.
   *
   * @param mayRepeat whether different classes may have the same path
   */
  void close(boolean mayRepeat) {
    flushAll();
    int[] of = new int[size];
    Arrays.fill(of, -1);
    int[] order = new int[classes];
    int paths = 0;
    Map<PathKey, Integer> known = mayRepeat ? new HashMap<>() : null;
    int missing = size;
    for (int w = 0; w < lowest.length; w++) {
      for (long rest = lowest[w]; rest != 0; rest &= rest - 1) {
        int c = (w << 6) + Long.numberOfTrailingZeros(rest);
        if (blocks[c] == 0) {
          continue;
        }
        Integer same = known == null ? null : known.putIfAbsent(key(c), paths);
        if (same == null) {
          order[paths] = c;
        }
        missing -= assign(of, members[c], same == null ? paths++ : same);
      }
    }
    pathOf = paths == 1 && missing == 0 ? null : of;
    pack(order, paths);
  }

  /** Sets the path of a class's work-items; returns their number. */
  private static int assign(int[] pathOf, long[] mask, int path) {
    int count = 0;
    for (int w = 0; w < mask.length; w++) {
      if (mask[w] == -1) {
        Arrays.fill(pathOf, w << 6, w + 1 << 6, path);
        count += WORD;
        continue;
      }
      for (long rest = mask[w]; rest != 0; rest &= rest - 1) {
        pathOf[(w << 6) + Long.numberOfTrailingZeros(rest)] = path;
        count++;
      }
    }
    return count;
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
