package io.lockstep.parts.cache;

/**
 * Signatures of the tags of a cache set: a byte for each way, eight to a word, in words that the
 * caller keeps beside the order of use ({@link LruOrder}).
 */
final class Signatures {
  private static final long BYTES = 0x0101010101010101L;
  private static final long TOPS = 0x8080808080808080L;

  private Signatures() {}

  /** Words that the signatures of so many ways take. */
  static int words(int ways) {
    return ways + 7 >>> 3;
  }

  /** Seven mixed bits of a tag under a set top bit, which empty ways lack. */
  private static long signature(long tag) {
    return tag * 0x9E3779B97F4A7C15L >>> 57 | 0x80;
  }

  /** A tag's signature in every byte. */
  static long pattern(long tag) {
    return signature(tag) * BYTES;
  }

  /**
   * The ways of one word that may hold a tag, as top bits of bytes, to be taken from the lowest:
   * bytes that are equal, and now and then one above them that is not, so that the tag decides.
   */
  static long matches(long word, long pattern) {
    long difference = word ^ pattern;
    return difference - BYTES & ~difference & TOPS;
  }

  /** The way of the k-th word that the lowest of some matches means. */
  static int way(int k, long matches) {
    return k << 3 | Long.numberOfTrailingZeros(matches) >>> 3;
  }

  /** Notes a tag's signature for a way of the set whose words begin at a place. */
  static void put(long[] words, int at, int way, long tag) {
    int shift = (way & 7) << 3;
    int word = at + (way >>> 3);
    words[word] = words[word] & ~(0xFFL << shift) | signature(tag) << shift;
  }

  /** The first empty way of the set whose words begin at a place, or -1. */
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
