// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache.policy;

/**
 * The LRU order of the ways of a cache set, most recent first, packed into the caller's words.
 *
 * <p>Up to 16 ways take four bits each of one word, so that an update is a few register operations;
 * more ways take a byte each.
 */
public final class LruOrder {
  private static final int NARROW = 16;
  private static final long NIBBLES = 0x1111111111111111L;
  private static final long IDENTITY = 0xFEDCBA9876543210L;

  private LruOrder() {}

  /**
   * {@return the words that the order of a set takes}
   *
   * @param ways of the set, at most 256
   */
  public static int words(int ways) {
    return ways <= NARROW ? 1 : ways + 7 >>> 3;
  }

  /**
   * Sets the initial order: way 0 first.
   *
   * @param words of the caller, zero from {@code at} on
   * @param at first word of the set
   * @param ways of the set
   */
  public static void start(long[] words, int at, int ways) {
    if (ways <= NARROW) {
      words[at] = IDENTITY;
      return;
    }
    for (int way = 0; way < ways; way++) {
      words[at + (way >>> 3)] |= (long) way << ((way & 7) << 3);
    }
  }

  static int last(long[] words, int at, int ways) {
    return way(words, at, ways, ways - 1);
  }

  /**
   * {@return the way at a place of the order}
   *
   * @param words of the caller
   * @param at first word of the set
   * @param ways of the set
   * @param place 0 for the most recent way
   */
  public static int way(long[] words, int at, int ways, int place) {
    return ways <= NARROW ? (int) (words[at] >>> (place << 2)) & 0xF : wide(words, at, place);
  }

  /**
   * Makes a way the most recent one.
   *
   * @param words of the caller
   * @param at first word of the set
   * @param ways of the set
   * @param way of the set
   */
  public static void touch(long[] words, int at, int ways, int way) {
    if (ways > NARROW) {
      touchWide(words, at, way);
      return;
    }
    long order = words[at];
    long difference = order ^ way * NIBBLES;
    // Finds the lowest zero nibble: borrows corrupt only nibbles above it.
    int shift = Long.numberOfTrailingZeros(difference - NIBBLES & ~difference & NIBBLES << 3) & ~3;
    if (shift == 0) {
      return;
    }
    long upTo = -1L >>> 60 - shift;
    words[at] = order & ~upTo | (order << 4 & upTo) | way;
  }

  private static int wide(long[] words, int at, int place) {
    return (int) (words[at + (place >>> 3)] >>> ((place & 7) << 3)) & 0xFF;
  }

  private static void touchWide(long[] words, int at, int way) {
    int moved = way;
    for (int place = 0; ; place++) {
      int here = wide(words, at, place);
      int shift = (place & 7) << 3;
      int word = at + (place >>> 3);
      words[word] = words[word] & ~(0xFFL << shift) | (long) moved << shift;
      if (here == way) {
        return;
      }
      moved = here;
    }
  }
}
