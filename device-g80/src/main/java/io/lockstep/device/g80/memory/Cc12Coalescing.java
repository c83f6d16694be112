// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.memory;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.CoalescingRule;
import io.lockstep.parts.access.TransactionSink;

/**
 * Coalesces accesses to global memory on compute capability 1.2 and 1.3: one transaction per
 * segment that a half-warp touches, reduced to the used half where possible.
 *
 * <p>The segment of the lowest pending lane (32 bytes for 1-byte elements, 64 for 2-byte, 128 for
 * wider ones) serves all lanes whose address is in the segment. A segment is halved while only one
 * half is used, down to 32 bytes. The order of lanes within a segment is irrelevant, and equal
 * addresses merge.
 *
 * <p>Source: CUDA C Best Practices Guide 4.2, "Coalesced Access to Global Memory", devices of
 * capability 1.2 and 1.3.
 *
 * <p><b>Caveats.</b> Elements are aligned to their size, so that none crosses a segment boundary. A
 * half-warp without active lanes makes no transaction.
 *
 * @param lanes number of lanes of a half-warp
 */
public record Cc12Coalescing(int lanes) implements CoalescingRule {
  private static final int SMALLEST = 32;

  @Override
  public int lanesPerRequest() {
    return lanes;
  }

  @Override
  public void coalesce(Access access, TransactionSink out) {
    long all = (1L << access.lanes()) - 1;
    if (access.isAffine() && access.stride() >= 0 && access.mask() == all) {
      ascending(access, out);
    } else {
      byLane(access, out);
    }
  }

  private static int segment(int elementBytes) {
    return elementBytes == 1 ? 32 : elementBytes == 2 ? 64 : 128;
  }

  /** Coalesces active lanes with a non-negative stride; divides to find a segment's lanes. */
  private static void ascending(Access access, TransactionSink out) {
    int bytes = access.elementBytes();
    int segment = segment(bytes);
    long stride = access.stride();
    int lanes = access.lanes();
    for (int lane = 0; lane < lanes; ) {
      long low = access.address(lane);
      long base = low & -segment;
      int last =
          stride == 0
              ? lanes - 1
              : (int) Math.min(lanes - 1, lane + (base + segment - 1 - low) / stride);
      emit(base, segment, low, access.address(last) + bytes, out);
      lane = last + 1;
    }
  }

  /** Applies the published rule: the segment of the lowest pending lane, until none remains. */
  static void byLane(Access access, TransactionSink out) {
    int bytes = access.elementBytes();
    int segment = segment(bytes);
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
      emit(base, segment, low, high, out);
    }
  }

  /** Halves the segment while only one half is used, and emits the result. */
  private static void emit(long base, int segment, long low, long high, TransactionSink out) {
    long first = base;
    int size = segment;
    while (size > SMALLEST) {
      int half = size / 2;
      if (low >= first + half) {
        first += half;
      } else if (high > first + half) {
        break;
      }
      size = half;
    }
    out.transaction(first, size);
  }
}
