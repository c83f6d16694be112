package io.lockstep.device.g80.memory;

import io.lockstep.core.device.Access;
import io.lockstep.core.device.CoalescingRule;
import io.lockstep.core.device.TransactionSink;

/**
 * Coalescing of global memory on compute capability 1.2 and 1.3: one transaction per segment that a
 * half-warp touches, shrunk to the halves in use.
 *
 * <p>The segment of the lowest pending lane (32 bytes for 1-byte elements, 64 for 2-byte, 128 for
 * wider ones) serves all lanes that lie in it; a segment of which only one half is used is halved,
 * down to 32 bytes. Order inside a segment does not matter and equal addresses merge.
 *
 * <p>Source: CUDA C Best Practices Guide 4.2, "Coalesced Access to Global Memory", devices of
 * capability 1.2 and 1.3.
 *
 * <p>Stateless and thread-safe.
 */
public final class Cc12Coalescing implements CoalescingRule {
  private static final int HALF_WARP = 16;
  private static final int SMALLEST = 32;

  @Override
  public int lanesPerRequest() {
    return HALF_WARP;
  }

  @Override
  public void coalesce(Access access, TransactionSink out) {
    int bytes = access.elementBytes();
    int segment = bytes == 1 ? 32 : bytes == 2 ? 64 : 128;
    // An element of 16 bytes is asked for in one go, but never crosses its segment: it is aligned.
    long pending = access.mask();
    while (pending != 0) {
      long base = access.address(Long.numberOfTrailingZeros(pending)) & -segment;
      long low = Long.MAX_VALUE;
      long high = Long.MIN_VALUE;
      for (long m = pending; m != 0; m &= m - 1) {
        int lane = Long.numberOfTrailingZeros(m);
        long address = access.address(lane);
        if (address >= base && address < base + segment) {
          low = Math.min(low, address);
          high = Math.max(high, address + bytes);
          pending &= ~(1L << lane);
        }
      }
      long first = base;
      int size = segment;
      while (size > SMALLEST) {
        int half = size / 2;
        if (high <= first + half) {
          size = half;
        } else if (low >= first + half) {
          first += half;
          size = half;
        } else {
          break;
        }
      }
      out.transaction(first, size);
    }
  }
}
