// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.memory;

import io.lockstep.parts.access.Access;

/**
 * Computes the bytes of a store that take memory time: all bytes of the transaction. Bytes that no
 * lane writes are masked by the raster operators and the data-mask pins of the memory, but take as
 * long as written bytes; the memory is not read before the store.
 *
 * <p>Sources: NVIDIA, Tutorial CUDA (2008), p. 62: an increment with a quarter of the lanes
 * inactive takes 357 us instead of 356; Winbond, data sheet W641GG2JB, write command: bytes whose
 * mask is high are ignored, in a burst of the same length. Immutable and thread-safe.
 *
 * @param whole whether all bytes take time; otherwise only the bytes that lanes write
 */
public record MaskedWrites(boolean whole) {
  /** Returns the bytes of a half-warp's transaction that take memory time. */
  public int bytes(Access access, long address, int bytes) {
    if (whole) {
      return bytes;
    }
    int written = 0;
    for (int lane = access.firstLane(); lane >= 0; lane = access.nextLane(lane)) {
      long at = access.address(lane);
      written += at >= address && at < address + bytes ? access.elementBytes() : 0;
    }
    return Math.max(1, Math.min(written, bytes));
  }
}
