// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.memory;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.LocalMemoryRule;

/**
 * Computes bank conflicts of shared memory: 16 banks of 32 bits, one half-warp at a time, with one
 * broadcast word per pass.
 *
 * <p>A pass serves every lane that requests the same word as the lowest pending lane, and one lane
 * in each other bank. Lanes of different halves never conflict. An element of 8 or 16 bytes is two
 * or four requests of 32 bits, so {@code double[tid]} is a two-way conflict in each.
 *
 * <p>Source: CUDA Programming Guide 1.1, section 5.1.2.5 (banks, broadcast).
 *
 * <p><b>Caveats.</b> The guide does not specify the broadcast word; the word of the lowest lane is
 * assumed. Stores by several lanes to one word take one pass (one undefined lane wins, on which the
 * SDK's histogram relies) and are therefore counted like reads. Not thread-safe, since it contains
 * a scratch table.
 */
public final class SharedMemoryBanks implements LocalMemoryRule {
  private static final int WORD = 4;

  private final int banks;
  private final int clocksPerPass;
  private final int halfWarp;
  private final long[] word;

  /**
   * @param banks number of banks, a power of two up to 32
   * @param clocksPerPass shader clocks of a pass of one half-warp
   * @param halfWarp number of lanes of a half-warp
   */
  public SharedMemoryBanks(int banks, int clocksPerPass, int halfWarp) {
    this.banks = banks;
    this.clocksPerPass = clocksPerPass;
    this.halfWarp = halfWarp;
    word = new long[halfWarp];
  }

  @Override
  public int clocks(Access access, Operation operation) {
    int width = access.lanes();
    int passes = 0;
    for (int from = 0; from < width; from += halfWarp) {
      access.window(from, halfWarp);
      passes += passes(access);
    }
    access.widen(width);
    return passes * clocksPerPass;
  }

  @Override
  public int conflictFree(Access access) {
    int active = 0; // half-warps with active lanes
    for (long lanes = access.mask(); lanes != 0; lanes >>>= halfWarp) {
      active += (lanes & (1L << halfWarp) - 1) == 0 ? 0 : 1;
    }
    return active * requests(access) * clocksPerPass;
  }

  private static int requests(Access access) {
    return Math.max(1, access.elementBytes() / WORD);
  }

  /** Returns the passes of the half-warp in the access's window; 0 without active lanes. */
  int passes(Access access) {
    long mask = access.mask();
    if (mask == 0) {
      return 0;
    }
    int requests = requests(access);
    if (access.isAffine() && mask == (1L << halfWarp) - 1 && access.stride() % WORD == 0) {
      return requests * strided(access.stride() / WORD);
    }
    return byLane(access, mask, requests);
  }

  /**
   * Returns the passes of a half-warp for a stride in words. With a stride other than 0, all lanes
   * access distinct words, so lanes of the same bank conflict.
   */
  private int strided(long words) {
    if (words == 0) {
      return 1;
    }
    int apart = (int) Math.min(banks, Long.lowestOneBit(words)); // spacing of the banks in use
    return Math.max(1, halfWarp * apart / banks);
  }

  /** Applies the published rule directly, one 32-bit request after another. */
  int byLane(Access access, long mask, int requests) {
    int passes = 0;
    for (int r = 0; r < requests; r++) {
      for (long m = mask; m != 0; m &= m - 1) {
        int lane = Long.numberOfTrailingZeros(m);
        word[lane] = (access.address(lane) >> 2) + r;
      }
      passes += steps(mask);
    }
    return passes;
  }

  private int steps(long mask) {
    long pending = mask;
    int passes = 0;
    while (pending != 0) {
      long broadcast = word[Long.numberOfTrailingZeros(pending)];
      int freeBanks = ~(1 << (int) (broadcast & (banks - 1)));
      for (long m = pending; m != 0; m &= m - 1) {
        int lane = Long.numberOfTrailingZeros(m);
        int bank = 1 << (int) (word[lane] & (banks - 1));
        if (word[lane] == broadcast) {
          pending &= ~(1L << lane);
        } else if ((freeBanks & bank) != 0) {
          freeBanks &= ~bank;
          pending &= ~(1L << lane);
        }
      }
      passes++;
    }
    return passes;
  }
}
