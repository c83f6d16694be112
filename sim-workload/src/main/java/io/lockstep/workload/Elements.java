// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

/** Elements of a buffer as raw bits, accessible in any order. */
interface Elements {
  /**
   * Writes the raw bits of elements {@code first} to {@code first + n - 1} into {@code out}, from
   * index 0.
   */
  void bits(long first, int n, long[] out);
}
