package io.lockstep.device.g80.memory;

import io.lockstep.parts.access.Access;

/**
 * The bytes of a store that take memory time: all of its transaction. Bytes that no lane writes are
 * masked but take as long; nothing is read first.
 *
 * <p>Sources: NVIDIA, Tutorial CUDA (2008), p. 62: an increment with a quarter of the lanes
 * inactive takes 357 us instead of 356; Winbond, data sheet W641GG2JB, write command: masked bytes
 * are ignored, in a burst of the same length.
 */
public final class MaskedWrites {
  private final boolean whole;

  /** {@code whole} is false if only written bytes take time. */
  public MaskedWrites(boolean whole) {
    this.whole = whole;
  }

  /** Bytes of a half-warp's transaction that take time. */
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
