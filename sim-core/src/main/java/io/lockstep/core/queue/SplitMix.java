// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.queue;

/** Hashes 64 bits (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014). */
public final class SplitMix {
  private static final long MIX_1 = 0xBF58476D1CE4E5B9L;
  private static final long MIX_2 = 0x94D049BB133111EBL;

  private SplitMix() {}

  /**
   * {@return the finalizer of SplitMix64: a bijection, each output bit of which depends on all
   * input bits}
   *
   * @param x any value
   */
  public static long mix(long x) {
    long h = (x ^ (x >>> 30)) * MIX_1;
    h = (h ^ (h >>> 27)) * MIX_2;
    return h ^ (h >>> 31);
  }
}
