// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.memory;

import io.lockstep.parts.access.Access;

/**
 * Maps private memory (scratch) to device addresses: dword n of lane l is at {@code base + n * 256
 * + l * 4}, so that adjacent lanes access adjacent dwords.
 *
 * <p>Source: LLVM AMDGPU usage, private address space (wave64, element 4 bytes); the space of a
 * wavefront is rounded up to 1 KiB (AMDGPUBaseInfo.cpp). A wider access is split into one access
 * per dword. Scratch memory follows all buffers.
 *
 * <p>Not thread-safe, since it stores the private offsets of the current access.
 */
public final class ScratchSwizzle {
  private final long pool;
  private final int firstWavefront;
  private final long[] offsets = new long[64];
  private long waveBytes;
  private long base;
  private int dword;
  private long mask;

  /**
   * @param pool address of scratch memory
   * @param unit index of the compute unit
   * @param wavefronts number of wavefront slots per compute unit
   */
  public ScratchSwizzle(long pool, int unit, int wavefronts) {
    this.pool = pool;
    firstWavefront = unit * wavefronts;
  }

  public void begin(int bytesPerLane) {
    waveBytes = ((long) bytesPerLane * 64 + 1023) / 1024 * 1024;
  }

  /**
   * Returns the offset of a private byte in its wavefront's scratch.
   *
   * @param width number of lanes of a wavefront
   * @param element number of bytes of a lane that stay contiguous
   */
  public static long offset(long address, int lane, int width, int element) {
    return address / element * element * width + (long) lane * element + address % element;
  }

  /**
   * Converts an access of private offsets to the addresses of its first dword.
   *
   * @param access private byte offsets by lane, which are replaced by device addresses
   * @param wavefront slot of the wavefront on the compute unit
   * @return number of dwords per lane; {@link #nextDword} advances to the next dword
   */
  public int begin(Access access, int wavefront) {
    mask = access.mask();
    int bytes = access.elementBytes();
    for (int lane = access.firstLane(); lane >= 0; lane = access.nextLane(lane)) {
      offsets[lane] = access.address(lane) & (1L << 40) - 1;
    }
    base = pool + (firstWavefront + wavefront) * waveBytes;
    dword = 0;
    fill(access, Math.min(bytes, 4));
    return Math.max(1, bytes / 4);
  }

  public void nextDword(Access access) {
    dword++;
    fill(access, 4);
  }

  private void fill(Access access, int bytes) {
    long[] out = access.addresses();
    for (long m = mask; m != 0; m &= m - 1) {
      int lane = Long.numberOfTrailingZeros(m);
      long x = offsets[lane];
      out[lane] = base + offset(x + 4L * dword, lane, 64, 4);
    }
    access.setScattered(mask, 64, bytes);
  }
}
