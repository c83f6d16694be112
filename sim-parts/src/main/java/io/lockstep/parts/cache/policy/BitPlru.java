// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache.policy;

import java.util.Arrays;

/**
 * Bit pseudo-LRU: a use marks a line; when all lines of a set would be marked, the marks of the
 * others are removed.
 */
public final class BitPlru implements ReplacementPolicy {
  /** Creates the policy; called by ServiceLoader. */
  public BitPlru() {}

  @Override
  public String name() {
    return "bit_plru";
  }

  @Override
  public String definition() {
    return "the first line without a mark: a use marks a line, and the last mark of a set removes the others";
  }

  @Override
  public ReplacementRule rule(int sets, int ways, long seed) {
    int words = ways + 63 >>> 6;
    return new ReplacementRule() {
      private final long[] marks = new long[sets * words]; // a bit per way

      private long all(int word) {
        return word < words - 1 || (ways & 63) == 0 ? -1L : (1L << (ways & 63)) - 1;
      }

      @Override
      public int victim(int set) {
        for (int word = 0; word < words; word++) {
          long unmarked = ~marks[set * words + word] & all(word);
          if (unmarked != 0) {
            return (word << 6) + Long.numberOfTrailingZeros(unmarked);
          }
        }
        return 0; // a set of one way
      }

      @Override
      public void used(int set, int way) {
        int first = set * words;
        marks[first + (way >>> 6)] |= 1L << way;
        for (int word = 0; word < words; word++) {
          if (marks[first + word] != all(word)) {
            return;
          }
        }
        Arrays.fill(marks, first, first + words, 0);
        marks[first + (way >>> 6)] = 1L << way;
      }
    };
  }
}
