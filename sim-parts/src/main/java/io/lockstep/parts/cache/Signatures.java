// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import io.lockstep.parts.cache.policy.LruOrder;

/**
 * Signatures of the tags of a cache set: a byte per way, eight to a word, in words that the caller
 * stores before the LRU order ({@link LruOrder}).
 */
final class Signatures {
  private static final long BYTES = 0x0101010101010101L;
  private static final long TOPS = 0x8080808080808080L;

  private Signatures() {}

  static int words(int ways) {
    return ways + 7 >>> 3;
  }

  /** Returns seven hashed bits of a tag below a set top bit; the byte of an empty way is 0. */
  private static long signature(long tag) {
    return tag * 0x9E3779B97F4A7C15L >>> 57 | 0x80;
  }

  static long pattern(long tag) {
    return signature(tag) * BYTES;
  }

  /**
   * Returns the ways of a word that may hold a tag, as the top bits of bytes. False positives occur
   * where signatures collide, and in bytes above a match.
   */
  static long matches(long word, long pattern) {
    long difference = word ^ pattern;
    return difference - BYTES & ~difference & TOPS;
  }

  static int way(int k, long matches) {
    return k << 3 | Long.numberOfTrailingZeros(matches) >>> 3;
  }

  static void put(long[] words, int at, int way, long tag) {
    int shift = (way & 7) << 3;
    int word = at + (way >>> 3);
    words[word] = words[word] & ~(0xFFL << shift) | signature(tag) << shift;
  }

  static int empty(long[] words, int at, int ways) {
    for (int k = 0; k < words(ways); k++) {
      long empty = ~words[at + k] & TOPS;
      if (empty != 0) {
        int way = way(k, empty);
        if (way < ways) {
          return way;
        }
      }
    }
    return -1;
  }
}
