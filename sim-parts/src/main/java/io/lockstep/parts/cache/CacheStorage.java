// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import io.lockstep.parts.cache.policy.LruOrder;
import java.util.Arrays;

/**
 * Storage of a cache: a short head per set, a word per line, and, if needed, a tick per line.
 *
 * <p>From the lowest bit up, a line's word holds eight valid bits and eight dirty bits for the
 * sectors, a bit that is set if the line's tick may lie in the future, and the tag plus one. Ticks
 * are stored separately: most look-ups find a line whose data has long been available, and with
 * eight-byte words twice as many lines fit the host's caches. For the same reason a bitmap marks
 * the lines that may have dirty sectors, so that evicting a clean line need not read its word. All
 * arrays are allocated at the first use.
 */
final class CacheStorage {
  static final int TAG_SHIFT = 17;
  static final long UNDER_WAY = 1 << 16;
  static final int DIRTY_SHIFT = 8;
  static final long DIRTY = 0xFF00;

  final int sets;
  final int ways;
  final int signatures; // words of a head that precede the LRU order
  final int headWords;

  long[] heads; // by set: signatures, LRU order
  long[] words; // line words, by way, then set
  private long[] ticks; // by line: tick at which its data is available; null until the first is set
  private long[] dirty; // one bit per line, set if it may have dirty sectors

  CacheStorage(CacheConfig config) {
    sets = config.sets();
    ways = config.ways();
    signatures = Signatures.words(ways);
    headWords = signatures + LruOrder.words(ways);
  }

  void allocate() {
    int lines = Math.multiplyExact(sets, ways);
    long[] all = new long[Math.multiplyExact(sets, headWords)];
    for (int head = signatures; head < all.length; head += headWords) {
      LruOrder.start(all, head, ways);
    }
    words = new long[lines];
    dirty = new long[(lines >>> 6) + 1];
    heads = all;
  }

  /** Returns the ticks at which the lines' data is available, allocated at the first call. */
  long[] ticks() {
    if (ticks == null) {
      ticks = new long[words.length];
    }
    return ticks;
  }

  boolean mayBeDirty(int line) {
    return (dirty[line >>> 6] >>> line & 1) != 0;
  }

  /** Returns the first line with dirty sectors at or after a position, or -1. */
  int nextDirty(int from) {
    for (int line = nextMarked(from); line >= 0; line = nextMarked(line + 1)) {
      if ((words[line] & DIRTY) != 0) {
        return line;
      }
    }
    return -1;
  }

  private int nextMarked(int from) {
    int word = from >>> 6;
    if (word >= dirty.length) {
      return -1;
    }
    long left = dirty[word] & -1L << from;
    while (left == 0) {
      if (++word == dirty.length) {
        return -1;
      }
      left = dirty[word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(left);
  }

  void dirties(int line) {
    dirty[line >>> 6] |= 1L << line;
  }

  /** Marks a line as clean; returns the mask of its dirty sectors. */
  int cleans(int line) {
    dirty[line >>> 6] &= ~(1L << line);
    int mask = (int) (words[line] & DIRTY) >>> DIRTY_SHIFT;
    words[line] &= ~DIRTY;
    return mask;
  }

  /** Invalidates all lines without changing the LRU order. */
  void drop() {
    for (int head = 0; head < heads.length; head += headWords) {
      Arrays.fill(heads, head, head + signatures, 0);
    }
    Arrays.fill(words, 0);
    if (ticks != null) {
      Arrays.fill(ticks, 0);
    }
  }
}
