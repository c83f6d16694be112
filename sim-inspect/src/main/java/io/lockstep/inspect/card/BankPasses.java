// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.card;

import java.util.Arrays;

/**
 * Counts the passes over the banks of a local memory for a group of lanes. The model has 4-byte
 * banks; distinct words of a bank need separate passes, and lanes that access the same word share a
 * pass.
 */
final class BankPasses {
  private static final int WORDS = 64 * 8; // lanes times the words of the widest access

  private final int banks;
  private final int[] used;
  private final long[] words;

  int passes;

  /** Number of passes if the words were evenly distributed. */
  int fewest;

  BankPasses(int banks) {
    this.banks = banks;
    used = new int[banks];
    words = new long[banks * WORDS];
  }

  /** Returns the number of lanes served together. */
  int lanes() {
    return banks;
  }

  /**
   * Counts the passes for a range of addresses.
   *
   * @param from index of the group's first address in the request
   * @param to end index, exclusive
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
