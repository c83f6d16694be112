// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.parts.access.Access;
import java.util.Arrays;

/**
 * The banks of region memory, each of which performs one operation per cycle. Lanes that read the
 * same word share a read; atomics of several lanes on the same word are serialized.
 */
final class RegionBanks {
  private static final int WORD_SHIFT = 2;

  private final int banks;
  private final int[] load;
  private final long[] word; // distinct words of the current pass

  RegionBanks(int banks) {
    this.banks = banks;
    load = new int[banks];
    word = new long[banks];
  }

  /**
   * Returns the number of cycles of an access, summed over its passes. A pass serves as many lanes
   * as there are banks, and takes as long as its busiest bank.
   */
  int cycles(Access access, boolean atomic) {
    int cycles = 0;
    int lane = access.firstLane();
    while (lane >= 0) {
      int end = (lane / banks + 1) * banks;
      int most = 0;
      int count = 0;
      Arrays.fill(load, 0);
      while (lane >= 0 && lane < end) {
        long at = access.address(lane) >>> WORD_SHIFT;
        if (atomic || !isKnown(at, count)) {
          word[count++] = at;
          most = Math.max(most, ++load[(int) (at % banks)]);
        }
        lane = access.nextLane(lane);
      }
      cycles += most;
    }
    return cycles;
  }

  private boolean isKnown(long at, int count) {
    for (int k = 0; k < count; k++) {
      if (word[k] == at) {
        return true;
      }
    }
    return false;
  }
}
