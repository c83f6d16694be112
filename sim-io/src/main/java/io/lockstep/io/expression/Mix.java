// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.expression;

/**
 * The hash function of generators: two multiply-xorshift rounds on 32-bit words ("lowbias32"
 * constants), keyed by a multiple of the golden ratio.
 */
public final class Mix {
  private Mix() {}

  /** {@return mix(i, s) as an unsigned 32-bit number, from the lower 32 bits of both} */
  public static long of(long i, long s) {
    int h = (int) i + (int) s * 0x9E3779B9;
    h ^= h >>> 16;
    h *= 0x7FEB352D;
    h ^= h >>> 15;
    h *= 0x846CA68B;
    h ^= h >>> 16;
    return h & 0xFFFFFFFFL;
  }
}
