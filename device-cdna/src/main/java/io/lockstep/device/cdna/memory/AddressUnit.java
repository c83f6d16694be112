package io.lockstep.device.cdna.memory;

import io.lockstep.parts.access.Access;

/**
 * The address unit (texture addresser) in front of the vector L1: its clocks for one vector memory
 * instruction of 64 lanes.
 *
 * <p>It processes several lanes at once: 16, a quarter of a wavefront, on every chip so far. A run
 * of consecutive dwords within one stretch of its width, 64 bytes so far, is one pass. Other lanes
 * are processed in quads: a quad takes as many clocks as it has different dwords in one column of
 * four; without conflicts but spread over more than the width, two clocks (the last pass of a
 * quarter overlaps with the next), and three if the lanes are in neighbouring columns of different
 * lines. Wider elements never make a run: only dwords coalesce (GPUOpen, "Understanding Memory
 * Coalescing on GCN"), so a quad takes a clock, contiguous or spread, unless two of its elements
 * are in one column, whose unit is the element instead of a dword.
 *
 * <p>Source: RRZE-HPC gpu-benches, gpu-strides on an MI210 (clocks for every stride from 0 to 64)
 * and README. The strides are reproduced; the mechanism is not published, so the rule for arbitrary
 * addresses, and that wide elements conflict like dwords, is an interpretation.
 *
 * <p>Immutable and thread-safe.
 */
public final class AddressUnit {
  /** Clocks of a quad whose dwords are in other columns, but spread over more than the width. */
  private static final int SCATTERED = 2;

  private final int lanes;
  private final long all; // lanes that are taken at once, from bit 0 on
  private final int width;
  private final int words; // of the width
  private final int wordShift;

  /**
   * @param lanes that it takes at once, a power of two from 4 to 64
   * @param width bytes that a pass covers, a power of two, at least 4
   */
  public AddressUnit(int lanes, int width) {
    this.lanes = lanes;
    all = lanes == 64 ? -1 : (1L << lanes) - 1;
    this.width = width;
    words = width / 4;
    wordShift = Integer.numberOfTrailingZeros(words);
  }

  /** Passes for a wavefront with consecutive lanes. */
  public int passes() {
    return 64 / lanes;
  }

  /** Clocks for one instruction; at least 1, even without active lanes. */
  public int clocks(Access access) {
    long mask = access.mask();
    if (mask == 0) {
      return 1;
    }
    if (access.isAffine() && access.elementBytes() <= 4) {
      int simple = affine(access, mask);
      if (simple > 0) {
        return simple;
      }
    }
    int unit = Math.max(2, 32 - Integer.numberOfLeadingZeros(access.elementBytes() - 1));
    int clocks = 0;
    for (int from = 0; from < access.lanes(); from += lanes) {
      if ((mask >>> from & all) != 0) {
        clocks += quarter(access, mask, from, unit);
      }
    }
    return clocks;
  }

  /** The two common cases in closed form: all lanes at one address, and consecutive dwords. */
  private int affine(Access access, long mask) {
    int quarters = 0;
    for (int from = 0; from < 64; from += lanes) {
      quarters += (mask >>> from & all) != 0 ? 1 : 0;
    }
    if (access.stride() == 0) {
      return quarters;
    }
    if (mask == -1L && access.stride() == 4 && access.elementBytes() == 4 && words == lanes) {
      // Lanes that straddle two lines: two passes.
      return (access.origin() & width - 1) == 0 ? passes() : 2 * passes();
    }
    return 0;
  }

  /**
   * Clocks of the lanes that are taken together.
   *
   * @param unit of columns, as a shift: of a dword, or of a wider element
   */
  private int quarter(Access access, long mask, int from, int unit) {
    int runs = 0;
    int quads = 0;
    int scattered = 0;
    long before = Long.MIN_VALUE;
    for (int quad = from; quad < from + lanes; quad += 4) {
      int active = 0;
      long w0 = 0;
      long w1 = 0;
      long w2 = 0;
      long w3 = 0;
      for (int lane = quad; lane < quad + 4; lane++) {
        if ((mask >>> lane & 1) == 0) {
          continue;
        }
        long word = access.address(lane) >> unit;
        boolean follows =
            (word == before || word == before + 1) && word >> wordShift == before >> wordShift;
        if (!follows) {
          runs++;
        }
        before = word;
        switch (active++) {
          case 0 -> w0 = word;
          case 1 -> w1 = word;
          case 2 -> w2 = word;
          default -> w3 = word;
        }
      }
      int cost = active <= 1 ? active : degree(active, w0, w1, w2, w3);
      if (cost == 1 && active > 1 && unit == 2) {
        cost = spread(active, w0, w1, w2, w3);
        scattered += cost == SCATTERED ? 1 : 0;
      }
      quads += cost;
    }
    if (scattered == lanes / 4) {
      quads--; // the last pass overlaps with the next quarter's first
    }
    return unit == 2 ? Math.min(runs, quads) : quads;
  }

  /** Most elements of two to four lanes that share a column. */
  private static int degree(int active, long w0, long w1, long w2, long w3) {
    long x2 = active == 2 ? w1 : w2; // repeat the last lane: equal elements cost nothing
    long x3 = active < 4 ? x2 : w3;
    return Math.max(
        Math.max(same(w0, w0, w1, x2, x3), same(w1, w0, w1, x2, x3)),
        Math.max(same(x2, w0, w1, x2, x3), same(x3, w0, w1, x2, x3)));
  }

  /** Clocks of a quad of dwords without conflicts. */
  private int spread(int active, long w0, long w1, long w2, long w3) {
    long x2 = active == 2 ? w1 : w2;
    long x3 = active < 4 ? x2 : w3;
    long low = Math.min(Math.min(w0, w1), Math.min(x2, x3));
    long high = Math.max(Math.max(w0, w1), Math.max(x2, x3));
    if (high - low < words - 1) {
      return 1;
    }
    return neighbours(w0, w1) && neighbours(w1, x2) && neighbours(x2, x3) ? 3 : SCATTERED;
  }

  /** Different dwords of the quad that share a column with one of them. */
  private static int same(long w, long w0, long w1, long w2, long w3) {
    int n = 0;
    n += (w0 - w & 3) == 0 ? 1 : 0;
    n += (w1 - w & 3) == 0 && w1 != w0 ? 1 : 0;
    n += (w2 - w & 3) == 0 && w2 != w0 && w2 != w1 ? 1 : 0;
    n += (w3 - w & 3) == 0 && w3 != w0 && w3 != w1 && w3 != w2 ? 1 : 0;
    return n;
  }

  private boolean neighbours(long a, long b) {
    long step = b - a & words - 1;
    return step == 1 || step == words - 1;
  }
}
