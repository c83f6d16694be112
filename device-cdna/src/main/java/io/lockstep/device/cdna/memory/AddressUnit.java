package io.lockstep.device.cdna.memory;

import io.lockstep.parts.access.Access;

/**
 * The texture addresser of the vector L1: clocks of an instruction of 64 lanes.
 *
 * <p>A quarter wavefront at once: consecutive or equal dwords within its width, 64 bytes so far,
 * take one pass wherever they begin; or quads, with the clocks of {@link CacheBanks}, if fewer.
 * Only dwords coalesce, wider elements go by quads (GPUOpen, "Understanding Memory Coalescing on
 * GCN").
 *
 * <p>Source: RRZE-HPC gpu-benches, gpu-strides on an MI210 and README.
 */
public final class AddressUnit {
  private final int lanes;
  private final long all; // mask of lanes at once
  private final int words; // dwords of the width
  private final long start; // mask of dword addresses where a pass may begin
  private final CacheBanks banks;

  /**
   * All are powers of two.
   *
   * @param lanes at once, 4 to 64
   * @param width bytes of a pass, at least 4
   * @param alignment bytes, from 4 to the width
   * @param banks of the cache's data RAM; 0: no conflicts
   */
  public AddressUnit(int lanes, int width, int alignment, int banks) {
    this.lanes = lanes;
    all = lanes == 64 ? -1 : (1L << lanes) - 1;
    words = width / 4;
    start = -Math.min(words, alignment / 4);
    this.banks = new CacheBanks(banks);
  }

  /** Passes of consecutive lanes. */
  public int passes() {
    return 64 / lanes;
  }

  /** At least 1, even without active lanes. */
  public int clocks(Access access) {
    long mask = access.mask();
    if (mask == 0) {
      return 1;
    }
    boolean dwords = access.elementBytes() <= 4;
    if (dwords && access.isAffine() && isOnePass(access, mask)) {
      return passes();
    }
    int clocks = 0;
    for (int from = 0; from < access.lanes(); from += lanes) {
      if ((mask >>> from & all) != 0) {
        int runs = dwords ? runs(access, mask, from) : lanes;
        clocks += runs == 1 ? 1 : Math.min(runs, quads(access, mask, from));
      }
    }
    return clocks;
  }

  /** The common cases: all lanes at one address, or consecutive dwords. */
  private boolean isOnePass(Access access, long mask) {
    return mask == -1L
        && (access.stride() == 0
            || access.stride() == 4
                && lanes <= words
                && (start == -1 || lanes == words && (access.origin() >> 2 & ~start) == 0));
  }

  /** Passes over runs of dwords. */
  private int runs(Access access, long mask, int from) {
    int runs = 0;
    long before = 0;
    long end = Long.MIN_VALUE; // of the current pass
    for (long rest = mask >>> from & all; rest != 0; rest &= rest - 1) {
      long word = access.address(from + Long.numberOfTrailingZeros(rest)) >> 2;
      if (word != before && word != before + 1 || word >= end) {
        runs++;
        end = (word & start) + words;
      }
      before = word;
    }
    return runs;
  }

  /** Clocks quad by quad. */
  private int quads(Access access, long mask, int from) {
    int clocks = 0;
    for (int quad = from; quad < from + lanes; quad += 4) {
      int active = (int) (mask >>> quad) & 0xF;
      clocks += active == 0 ? 0 : banks.clocks(access, quad, active);
    }
    return clocks;
  }
}
