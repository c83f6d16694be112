// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

/** Masks of the sectors of a line; parameter {@code shift} is the log2 of the sector size. */
final class Sectors {
  private Sectors() {}

  static long touched(int offset, int bytes, int shift) {
    return mask(offset >>> shift, (offset + bytes - 1 >>> shift) + 1);
  }

  static long covered(int offset, int bytes, int shift) {
    int from = offset + (1 << shift) - 1 >>> shift;
    int to = offset + bytes >>> shift;
    return to > from ? mask(from, to) : 0;
  }

  private static long mask(int from, int to) {
    return (1L << to) - (1L << from);
  }

  static void writeBack(int mask, long line, int shift, Eviction eviction) {
    for (int left = mask; left != 0; ) {
      int from = Integer.numberOfTrailingZeros(left);
      int run = Integer.numberOfTrailingZeros(~(left >>> from));
      eviction.writeBack(line + ((long) from << shift), run << shift);
      left &= -1 << (from + run);
    }
  }
}
