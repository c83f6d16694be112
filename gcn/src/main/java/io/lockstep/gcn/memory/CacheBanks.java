// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.memory;

import io.lockstep.parts.access.Access;

/**
 * Computes bank conflicts of the vector L1's data RAM. A line is stored in rows of 16 bytes across
 * the banks, and a bank reads one row per clock.
 *
 * <p>A quad of lanes takes as many clocks as the maximum number of distinct rows that it needs from
 * one bank. Dwords return on four buses, one for each column of a row, so that distinct dwords in
 * the same column are serialised too. Wider elements have their own buses (GPUOpen, "Understanding
 * Memory Coalescing on GCN": four 128-bit texels per clock).
 *
 * <p>Source: RRZE-HPC gpu-benches, gpu-strides on an MI210, floats and doubles. Rows and columns
 * are inferred from the measured clocks, averaged over loads from every dword of a row. This
 * inference, and the treatment of stores, atomics and misaligned elements, is an interpretation.
 *
 * @param banks 0 if rows never conflict
 */
record CacheBanks(int banks) {
  private static final int COLUMNS = 4; // dwords of a row
  private static final int DWORD = 2; // log2 of the bytes of a dword
  private static final int ROW = 4; // log2 of the bytes of a row

  /**
   * Returns the clocks of a quad of lanes whose lines hit.
   *
   * @param quad first lane of the quad
   * @param mask active lanes of the quad as bits 0 to 3; not 0
   */
  int clocks(Access access, int quad, int mask) {
    if ((mask & mask - 1) == 0) {
      return 1;
    }
    int any =
        Integer.numberOfTrailingZeros(
            mask); // inactive lanes repeat an active lane's address at no cost
    long a0 = access.address(quad + ((mask & 1) != 0 ? 0 : any));
    long a1 = access.address(quad + ((mask & 2) != 0 ? 1 : any));
    long a2 = access.address(quad + ((mask & 4) != 0 ? 2 : any));
    long a3 = access.address(quad + ((mask & 8) != 0 ? 3 : any));
    int bytes = access.elementBytes();
    int clocks =
        bytes <= 1 << DWORD
            ? degree(COLUMNS - 1, a0 >> DWORD, a1 >> DWORD, a2 >> DWORD, a3 >> DWORD)
            : 1;
    if (banks == 0 || clocks == COLUMNS) {
      return clocks;
    }
    long rest =
        (1 << ROW) - bytes; // an element beginning at a higher offset continues in the next row
    long within = (1 << ROW) - 1;
    boolean straddles =
        (a0 & within) > rest
            || (a1 & within) > rest
            || (a2 & within) > rest
            || (a3 & within) > rest;
    return Math.max(
        clocks,
        straddles
            ? rows(access, quad, mask, bytes)
            : degree(banks - 1, a0 >> ROW, a1 >> ROW, a2 >> ROW, a3 >> ROW));
  }

  /** Returns the maximum number of distinct words, among four, in one bank. */
  private static int degree(int mask, long w0, long w1, long w2, long w3) {
    return Math.max(
        Math.max(same(mask, w0, w0, w1, w2, w3), same(mask, w1, w0, w1, w2, w3)),
        Math.max(same(mask, w2, w0, w1, w2, w3), same(mask, w3, w0, w1, w2, w3)));
  }

  /** Returns the number of distinct words, among four, in the bank of w. */
  private static int same(int mask, long w, long w0, long w1, long w2, long w3) {
    int n = 0;
    n += (w0 - w & mask) == 0 ? 1 : 0;
    n += (w1 - w & mask) == 0 && w1 != w0 ? 1 : 0;
    n += (w2 - w & mask) == 0 && w2 != w0 && w2 != w1 ? 1 : 0;
    n += (w3 - w & mask) == 0 && w3 != w0 && w3 != w1 && w3 != w2 ? 1 : 0;
    return n;
  }

  /** Returns the maximum distinct rows in one bank if elements span several rows. */
  private int rows(Access access, int quad, int mask, int bytes) {
    int most = 1;
    for (int bank = 0; bank < banks; bank++) {
      int n = 0;
      for (long row = next(access, quad, mask, bytes, bank, Long.MIN_VALUE);
          row != Long.MAX_VALUE;
          row = next(access, quad, mask, bytes, bank, row)) {
        n++;
      }
      most = Math.max(most, n);
    }
    return most;
  }

  /** Returns a bank's lowest needed row above {@code beyond}, or {@code Long.MAX_VALUE}. */
  private long next(Access access, int quad, int mask, int bytes, int bank, long beyond) {
    long next = Long.MAX_VALUE;
    for (int lane = 0; lane < 4; lane++) {
      if ((mask >>> lane & 1) == 0) {
        continue;
      }
      long address = access.address(quad + lane);
      for (long row = address >> ROW; row <= address + bytes - 1 >> ROW; row++) {
        if ((row & banks - 1) == bank && row > beyond && row < next) {
          next = row;
        }
      }
    }
    return next;
  }
}
