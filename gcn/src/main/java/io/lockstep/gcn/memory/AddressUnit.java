// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.memory;

import io.lockstep.parts.access.Access;

/**
 * The address unit (texture addresser) in front of the vector L1: computes the clocks for one
 * vector memory instruction of 64 lanes.
 *
 * <p>It processes several lanes at once: 16, a quarter of a wavefront, on all modelled chips. A run
 * of consecutive or equal dwords within the width of a pass, 64 bytes on these chips, takes one
 * pass, wherever in a line it begins. If that takes fewer clocks, the lanes are processed in quads,
 * with the clocks of {@link CacheBanks}. Wider elements are always processed in quads: only dwords
 * coalesce (GPUOpen, "Understanding Memory Coalescing on GCN").
 *
 * <p>Source: RRZE-HPC gpu-benches, gpu-strides on an MI210 and README.
 *
 * <p>Immutable and thread-safe.
 */
public final class AddressUnit {
  private final int lanes;
  private final long all; // mask of the lanes processed at once
  private final int words; // dwords of a pass
  private final long start; // mask of dword addresses at which a pass may begin
  private final CacheBanks banks;

  /**
   * @param lanes number of lanes processed at once, a power of two from 4 to 64
   * @param width bytes that a pass covers, a power of two, at least 4
   * @param alignment alignment in bytes of the start of a pass, a power of two from 4 to the width
   * @param banks number of banks of the cache's data RAM, a power of two; 0 for no bank conflicts
   */
  public AddressUnit(int lanes, int width, int alignment, int banks) {
    this.lanes = lanes;
    all = lanes == 64 ? -1 : (1L << lanes) - 1;
    words = width / 4;
    start = -Math.min(words, alignment / 4);
    this.banks = new CacheBanks(banks);
  }

  /** Returns the number of passes of a wavefront whose lanes access consecutive dwords. */
  public int passes() {
    return 64 / lanes;
  }

  /** Returns the clocks of one instruction, at least 1 even without active lanes. */
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

  /** Whether all lanes access one address, or consecutive dwords in full passes. */
  private boolean isOnePass(Access access, long mask) {
    return mask == -1L
        && (access.stride() == 0
            || access.stride() == 4
                && lanes <= words
                && (start == -1 || lanes == words && (access.origin() >> 2 & ~start) == 0));
  }

  /** Returns the passes of the lanes processed at once; each pass covers a run of dwords. */
  private int runs(Access access, long mask, int from) {
    int runs = 0;
    long before = 0;
    long end = Long.MIN_VALUE; // end of the current pass
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

  /** Returns the clocks of the lanes processed at once, quad by quad. */
  private int quads(Access access, long mask, int from) {
    int clocks = 0;
    for (int quad = from; quad < from + lanes; quad += 4) {
      int active = (int) (mask >>> quad) & 0xF;
      clocks += active == 0 ? 0 : banks.clocks(access, quad, active);
    }
    return clocks;
  }
}
