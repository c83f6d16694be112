package io.lockstep.inspect.card;

import java.util.Arrays;

/**
 * How often the banks of a local memory must be passed for one part of a request: the textbook
 * memory of banks of 4 bytes, in which words of one bank take turns and lanes that want the same
 * word share it. Not thread-safe.
 */
final class BankPasses {
  private static final int WORDS = 64 * 8; // lanes of a part x words of the widest access

  private final int banks;
  private final int[] used;
  private final long[] words;

  /** Passes of the last part. */
  int passes;

  /** Passes it would take with the words spread evenly. */
  int fewest;

  BankPasses(int banks) {
    this.banks = banks;
    used = new int[banks];
    words = new long[banks * WORDS];
  }

  /** Lanes that are served together: as many as there are banks. */
  int lanes() {
    return banks;
  }

  /**
   * Counts the passes of the lanes from one number on.
   *
   * @param from number of the first of the part's lanes in the request's list
   * @param to number after the last
   */
  void look(AccessShape shape, int from, int to, int bytes) {
    Arrays.fill(used, 0);
    int total = 0;
    passes = 0;
    for (int k = from; k < to; k++) {
      long first = shape.address(k) >> 2;
      long last = shape.address(k) + bytes - 1 >> 2;
      for (long word = first; word <= last; word++) {
        int bank = (int) (word & banks - 1);
        if (!has(bank, word)) {
          words[bank * WORDS + used[bank]++] = word;
          passes = Math.max(passes, used[bank]);
          total++;
        }
      }
    }
    fewest = (total + banks - 1) / banks;
  }

  private boolean has(int bank, long word) {
    int at = bank * WORDS;
    for (int i = used[bank] - 1; i >= 0; i--) {
      if (words[at + i] == word) {
        return true;
      }
    }
    return false;
  }
}
