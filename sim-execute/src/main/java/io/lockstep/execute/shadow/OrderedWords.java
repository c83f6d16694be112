// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.shadow;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The accesses to words of memory since the whole work-group last met, with their times in {@link
 * PartialOrder}: for each work-item, the last access of each kind to each set of bytes of a word.
 * Bounded: beyond {@value #LIMIT} bytes all words are evicted, and {@link #forgotten} counts them.
 */
final class OrderedWords {
  /** Limit on the estimated bytes held, enough for some 350,000 words. */
  static final int LIMIT = 64 << 20;

  /** Estimated bytes of a word, with its key and room for two accesses. */
  static final int WORD_BYTES = 192;

  private static final int ACCESS_BYTES = 9;

  /** The accesses to one word of 4 bytes. */
  private static final class Word {
    int size;
    int[] tag = new int[2];
    int[] time = new int[2];
    byte[] what = new byte[2]; // kind << 4 | a bit for each byte
  }

  private final PartialOrder order;
  private final int limit;
  private final Map<Long, Word> words = new HashMap<>(); // never iterated
  private int held;
  private long forgotten;
  private int spread;

  OrderedWords(PartialOrder order) {
    this(order, LIMIT);
  }

  OrderedWords(PartialOrder order, int limit) {
    this.order = order;
    this.limit = limit;
  }

  /** Returns the number of words evicted although the group had not met since their access. */
  long forgotten() {
    return forgotten;
  }

  /** Called when the whole group has met: earlier accesses no longer matter. */
  void clear() {
    words.clear();
    held = 0;
  }

  /**
   * Records an access to a word.
   *
   * @param key number of the word
   * @param bytes a bit for each byte of the word
   * @param kind as in {@link ShadowCells}
   * @param tag work-item in the upper 16 bits, number of the instruction in the lower 16 bits
   * @return tag of the first conflicting access that is not ordered before this one, or 0
   */
  int access(long key, int bytes, int kind, int tag) {
    spread = 0;
    if (held >= limit) {
      forgotten += words.size();
      clear();
    }
    Word word = words.get(key);
    if (word == null) {
      word = new Word();
      words.put(key, word);
      held += WORD_BYTES;
    }
    int lane = tag >>> 16;
    int partner = 0;
    int own = -1;
    for (int i = 0; i < word.size; i++) {
      int other = word.tag[i] >>> 16;
      if (other == lane) {
        own = word.what[i] == (kind << 4 | bytes) ? i : own;
        continue;
      }
      if ((word.what[i] & bytes) != 0
          && ShadowCells.conflicts(kind, word.what[i] >> 4)
          && !order.isOrdered(other, word.time[i], lane)) {
        partner = partner == 0 ? word.tag[i] : partner;
        spread |= other ^ lane;
      }
    }
    if (own < 0) {
      own = add(word);
      word.what[own] = (byte) (kind << 4 | bytes);
    }
    word.tag[own] = tag;
    word.time[own] = order.time(lane);
    return partner;
  }

  private int add(Word word) {
    if (word.size == word.tag.length) {
      int more = 2 * word.size;
      held += ACCESS_BYTES * word.size;
      word.tag = Arrays.copyOf(word.tag, more);
      word.time = Arrays.copyOf(word.time, more);
      word.what = Arrays.copyOf(word.what, more);
    }
    return word.size++;
  }

  /** Returns the bits in which work-items of the last access and its conflicts differ. */
  int spread() {
    return spread;
  }
}
