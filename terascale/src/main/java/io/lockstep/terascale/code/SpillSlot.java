// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.code;

import java.util.Objects;
import java.util.stream.Stream;

/**
 * Location of spilled values that an operation writes to scratch memory or fetches: words of a
 * 16-byte vector of scratch memory. Immutable by convention.
 *
 * @param vector number of the vector
 * @param words word indices within the vector, one for each value, ascending
 * @param values values that are spilled to these words
 */
public record SpillSlot(int vector, int[] words, int[] values) implements Role {
  /** Returns the offset of the first word in a work-item's spill area, in bytes. */
  public int offset() {
    return 16 * vector + 4 * words[0];
  }

  /** Returns the bytes of a spill area with these slots; null elements are ignored. */
  public static int area(Stream<SpillSlot> slots) {
    return 16 * slots.filter(Objects::nonNull).mapToInt(s -> s.vector + 1).max().orElse(0);
  }

  /** Returns the number of bytes from the first word to the end of the last word. */
  public int bytes() {
    return 4 * (words[words.length - 1] - words[0] + 1);
  }
}
