// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import java.util.Arrays;
import java.util.BitSet;

/** Collects the values that a block touches, to read and clear sets without scanning code. */
final class BlockValues {
  private int[] values = new int[16];
  private int count;
  private final BitSet known = new BitSet();

  void add(int value) {
    if (!known.get(value)) {
      known.set(value);
      if (count == values.length) {
        values = Arrays.copyOf(values, 2 * count);
      }
      values[count++] = value;
    }
  }

  /** Returns the touched values that a set contains, in the order of {@link #add}. */
  int[] in(BitSet set) {
    int[] found = new int[count];
    int n = 0;
    for (int k = 0; k < count; k++) {
      if (set.get(values[k])) {
        found[n++] = values[k];
      }
    }
    return Arrays.copyOf(found, n);
  }

  /** Removes the touched values from the sets, and resets the collection. */
  void clear(BitSet... sets) {
    for (int k = 0; k < count; k++) {
      known.clear(values[k]);
      for (BitSet set : sets) {
        set.clear(values[k]);
      }
    }
    count = 0;
  }
}
