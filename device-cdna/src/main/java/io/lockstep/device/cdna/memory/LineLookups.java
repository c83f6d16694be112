package io.lockstep.device.cdna.memory;

import io.lockstep.parts.access.Access;

/**
 * Counts look-ups of the vector L1: one per line and stretch of lanes. A stretch fills a width of
 * 64 bytes so far: a quarter for dwords, four lanes for 128 bits. Stretches look up shared lines
 * again, unlike {@link LineCoalescing}.
 *
 * <p>Source: ROCm blogs, seismic stencils, part 2: for radius 4 on 512^3 floats along y an MI250X
 * looks up 80 lines of 64 bytes per wavefront, 40 with aligned rows (nine loads and a store, two
 * lines or one per quarter); along x, aligned, with overlapping loads of four floats a lane, 52.
 */
public final class LineLookups {
  private final int shift;
  private final int width;
  private final long[] lines = new long[128]; // of the current stretch

  /** {@code lineBytes} and {@code width}, the bytes of a stretch, are powers of two. */
  public LineLookups(int lineBytes, int width) {
    shift = Integer.numberOfTrailingZeros(lineBytes);
    this.width = width;
  }

  /** 0 without active lanes. */
  public int count(Access access) {
    int bytes = access.elementBytes();
    int lanes = Math.min(64, Math.max(1, width / Math.max(4, bytes)));
    int count = 0;
    for (int from = 0; from < access.lanes(); from += lanes) {
      count += linesOf(access, from, lanes, bytes);
    }
    return count;
  }

  /** Distinct lines of a stretch's active lanes. */
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

  /** Searches backwards, since neighbours share lines. */
  private boolean isNew(long line, int count) {
    for (int i = count - 1; i >= 0; i--) {
      if (lines[i] == line) {
        return false;
      }
    }
    return true;
  }
}
