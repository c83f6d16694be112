// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.memory;

import io.lockstep.parts.access.Access;

/**
 * Counts look-ups of the vector L1. Lanes look up lines in groups of consecutive lanes whose
 * elements fill a width, 64 bytes on all modelled chips: a quarter of a wavefront for dwords, four
 * lanes for elements of 96 and 128 bits. Each group looks up each line that it touches, even if
 * other groups touch the line too, whereas {@link LineCoalescing} creates one transaction per line.
 *
 * <p>Source: ROCm blogs, seismic stencils, part 2: for a stencil of radius 4 on 512^3 floats along
 * y, an MI250X looks up 80 lines of 64 bytes per wavefront with unaligned rows and 40 with aligned
 * rows (nine loads and a store, two lines or one per quarter). With aligned rows along x, where
 * loads of four floats per lane overlap, it looks up 52 lines.
 *
 * <p>Not thread-safe, since it contains scratch tables; each compute unit has its own instance.
 */
public final class LineLookups {
  private final int shift;
  private final int width;
  private final long[] lines = new long[128]; // lines of the current group of lanes

  /**
   * @param lineBytes size of a cache line in bytes, a power of two
   * @param width bytes of the elements of a group of lanes, a power of two
   */
  public LineLookups(int lineBytes, int width) {
    shift = Integer.numberOfTrailingZeros(lineBytes);
    this.width = width;
  }

  /** Returns the number of look-ups of an instruction; 0 without active lanes. */
  public int count(Access access) {
    int bytes = access.elementBytes();
    int element = Integer.highestOneBit(2 * Math.max(4, bytes) - 1);
    int lanes = Math.min(64, Math.max(1, width / element));
    int count = 0;
    for (int from = 0; from < access.lanes(); from += lanes) {
      count += linesOf(access, from, lanes, bytes);
    }
    return count;
  }

  /** Returns the number of distinct lines that the active lanes of a group touch. */
  private int linesOf(Access access, int from, int lanes, int bytes) {
    int count = 0;
    long stretch = lanes == 64 ? -1 : (1L << lanes) - 1;
    for (long rest = access.mask() >>> from & stretch; rest != 0; rest &= rest - 1) {
      long address = access.address(from + Long.numberOfTrailingZeros(rest));
      long last = address + bytes - 1 >> shift;
      for (long line = address >> shift; line <= last; line++) {
        if (isNew(line, count)) {
          lines[count++] = line;
        }
      }
    }
    return count;
  }

  /** Searches backwards, since neighbouring lanes share lines. */
  private boolean isNew(long line, int count) {
    for (int i = count - 1; i >= 0; i--) {
      if (lines[i] == line) {
        return false;
      }
    }
    return true;
  }
}
