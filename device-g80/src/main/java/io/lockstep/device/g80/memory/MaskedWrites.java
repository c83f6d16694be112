package io.lockstep.device.g80.memory;

import io.lockstep.parts.access.Access;

/**
 * What a store takes of the memory's time: all bytes of its transaction. Those that no lane writes
 * are masked on the way, in the raster operators and by the data-mask pins of the memory, and take
 * as long as the others; nothing is read before.
 *
 * <p>Sources: NVIDIA, Tutorial CUDA (2008), p. 62: an increment with a quarter of the lanes idle
 * takes 357 us instead of 356; Winbond, data sheet W641GG2JB, write command: bytes whose mask is
 * high are ignored, in a burst of the same length. Immutable and thread-safe.
 */
public final class MaskedWrites {
  private final boolean whole;

  /**
   * @param whole false where only the bytes that lanes write take time
   */
  public MaskedWrites(boolean whole) {
    this.whole = whole;
  }

  /**
   * {@return bytes of a transaction that take time}
   *
   * @param access of the lanes that work together
   * @param address first byte of one of its transactions
   * @param bytes of the transaction
   */
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
