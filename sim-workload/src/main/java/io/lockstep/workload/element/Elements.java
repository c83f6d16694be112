// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.element;

/** Elements of a buffer as raw bits, accessible in any order. */
public interface Elements {
  /** Writes the raw bits of {@code n} elements from {@code first} on into {@code out}. */
  void bits(long first, int n, long[] out);
}
