// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

/**
 * How a matrix unit adds products of floats that are aligned to the largest exponent (Khattak and
 * Mikaitis, "Accurate Models of NVIDIA Tensor Cores"; Fasi et al., PeerJ Computer Science 2021).
 *
 * <p>The products of a row and a column are added in groups of neighbouring k, each with the sum so
 * far. Products are exact. Let E be the largest exponent of the terms of a group, a product's being
 * the sum of its factors' exponents. Every term is truncated to a multiple of 2^(E − fractionBits),
 * the terms are added exactly, and the sum is truncated to a 32-bit float or rounded to the nearest
 * half.
 *
 * @param group products of a group
 * @param fractionBits bits of a term below the leading bit of the largest one
 * @param resultBits fraction bits to which the sum of a group is truncated if the result is a
 *     32-bit float; 23 keeps all
 * @param floor smallest E if the result is a 32-bit float
 * @param halfFloor smallest E if the result is a half
 */
public record SumRule(int group, int fractionBits, int resultBits, int floor, int halfFloor) {
  /** Products that are added exactly and rounded once, to nearest even, as no chip does. */
  public static final SumRule EXACT = new SumRule(0, 0, 0, 0, 0);

  /** {@return whether all products are added exactly and rounded once} */
  public boolean isExact() {
    return group == 0;
  }
}
