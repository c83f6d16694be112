// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.expression;

/**
 * Elements for which an expression is evaluated together.
 *
 * @param access elements of buffers, or null if the expression names no buffer
 * @param index indices of the elements
 * @param n number of elements
 */
public record ElementBatch(Scope scope, BufferAccess access, long[] index, int n) {
  private static final long[] NONE = {0};

  /** Returns a batch for an expression that does not depend on an element. */
  static ElementBatch single(Scope scope, BufferAccess access) {
    return new ElementBatch(scope, access, NONE, 1);
  }

  /** Returns a batch of the elements {@code first} to {@code first + n - 1}. */
  public static ElementBatch range(Scope scope, BufferAccess access, long first, int n) {
    long[] index = new long[n];
    for (int k = 0; k < n; k++) {
      index[k] = first + k;
    }
    return new ElementBatch(scope, access, index, n);
  }

  /**
   * Returns a batch of the elements whose word has a value.
   *
   * @param count number of these elements
   */
  ElementBatch where(long[] word, long value, int count) {
    long[] some = new long[count];
    for (int k = 0, at = 0; at < count; k++) {
      if (word[k] == value) {
        some[at++] = index[k];
      }
    }
    return new ElementBatch(scope, access, some, count);
  }
}
