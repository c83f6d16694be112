// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.memory;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.TransactionSink;
import java.util.Arrays;

/**
 * Reduces a warp's addresses to lines of the first level and their sectors, and counts the
 * wavefronts of its tags: in each, a bank of the tags looks up one line.
 *
 * <p>The bank of a line is a hash: each of its bits is the parity of some bits of the line's
 * number. Counters of strided loads on an A100 (RRZE-HPC gpu-benches) show four banks of which
 * neighbouring groups of four lines use the same ones in another order. Averaged over sets that
 * begin at multiples of 256 bytes, the rule is within 3.5 % of the counters at six strides, for
 * which no rule of this form is closer, and at six others. Not thread-safe.
 */
public final class WarpLines {
  private static final int MOST = 128;
  private static final long LOWER = 0b111;
  private static final long UPPER = 0b111001;

  private final int lineShift;
  private final int sectorShift;
  private final int banks;
  private final int bankBits;
  private final long[] lines = new long[MOST];
  private final int[] sectors = new int[MOST];
  private final int[] inBank;
  private int count;

  public WarpLines(int lineBytes, int sectorBytes, int tagBanks) {
    lineShift = Integer.numberOfTrailingZeros(lineBytes);
    sectorShift = Integer.numberOfTrailingZeros(sectorBytes);
    banks = tagBanks;
    bankBits = Integer.numberOfTrailingZeros(tagBanks);
    inBank = new int[tagBanks];
  }

  /** Collects the lines of an access; returns the wavefronts of the tags, at least 1. */
  public int collect(Access access) {
    count = 0;
    int parts = DataBanks.parts(access);
    int bytes = access.elementBytes();
    long mask = access.mask();
    if (access.isAffine() && access.stride() == bytes && (mask & mask + 1) == 0) {
      range(access.origin(), access.origin() + (long) Long.bitCount(mask) * bytes);
      return Math.max(1, count == 0 ? 1 : parts);
    }
    if (parts == 1 && access.isRows() && access.laneStride() == bytes) {
      return rows(access, mask, bytes);
    }
    int lanes = 32 / parts;
    int wavefronts = 0;
    for (int from = 0; from < 32; from += lanes) {
      wavefronts += part(access, mask & (1L << from + lanes) - 1 & -1L << from, bytes);
    }
    return Math.max(1, wavefronts);
  }

  private int part(Access access, long mask, int bytes) {
    int before = count;
    for (long m = mask; m != 0; m &= m - 1) {
      long at = access.address(Long.numberOfTrailingZeros(m));
      range(at, at + bytes);
    }
    return mask == 0 ? 0 : wavefronts(before);
  }

  /** Collects rows of contiguous elements, a run of active lanes at a time. */
  private int rows(Access access, long mask, int bytes) {
    long left = mask;
    while (left != 0) {
      int lane = Long.numberOfTrailingZeros(left);
      int at = lane + access.rowPhase();
      int place = at % access.rowLanes();
      int run = Long.numberOfTrailingZeros(~(left >>> lane));
      int n = Math.min(run, access.rowLanes() - place);
      long row = access.rowOrigin() + at / access.rowLanes() * access.rowStride();
      long start = row + (long) place * bytes;
      range(start, start + (long) n * bytes);
      left &= -1L << lane + n;
    }
    return mask == 0 ? 1 : wavefronts(0);
  }

  private int wavefronts(int before) {
    Arrays.fill(inBank, 0);
    int most = 1;
    for (int i = before; i < count; i++) {
      most = Math.max(most, ++inBank[bank(lines[i])]);
    }
    return most;
  }

  /** Returns the bank of a line's tag. */
  int bank(long line) {
    if (banks != 4) {
      return (int) (line ^ line >> bankBits) & banks - 1;
    }
    return Long.bitCount(line & LOWER) & 1 | (Long.bitCount(line & UPPER) & 1) << 1;
  }

  private void range(long from, long to) {
    for (long line = from >> lineShift, last = to - 1 >> lineShift; line <= last; line++) {
      long start = line << lineShift;
      int first = (int) (Math.max(from, start) - start) >> sectorShift;
      int end = (int) (Math.min(to, start + (1L << lineShift)) - start - 1) >> sectorShift;
      int i = count - 1;
      while (i >= 0 && lines[i] != line) {
        i--;
      }
      if (i < 0) {
        i = count++;
        lines[i] = line;
        sectors[i] = 0;
      }
      sectors[i] |= (2 << end) - (1 << first);
    }
  }

  /** Emits the collected sectors, neighbours together. */
  public void sectors(TransactionSink out) {
    for (int i = 0; i < count; i++) {
      long start = lines[i] << lineShift;
      for (int left = sectors[i]; left != 0; ) {
        int first = Integer.numberOfTrailingZeros(left);
        int n = Integer.numberOfTrailingZeros(~(left >>> first));
        out.transaction(start + ((long) first << sectorShift), n << sectorShift);
        left &= -1 << first + n;
      }
    }
  }
}
