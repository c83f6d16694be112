package io.lockstep.workload;

/**
 * Elements that an expression is evaluated for at once. Immutable but for the readers' windows; one
 * thread.
 *
 * @param scope parameters and variables
 * @param access elements of buffers, or null if an expression names none
 * @param index the elements' numbers
 * @param n how many
 */
record ElementBatch(Scope scope, BufferAccess access, long[] index, int n) {
  private static final long[] NONE = {0};

  /** No element: what the expression says by itself. */
  static ElementBatch single(Scope scope, BufferAccess access) {
    return new ElementBatch(scope, access, NONE, 1);
  }

  /** Elements first … first + n − 1. */
  static ElementBatch range(Scope scope, BufferAccess access, long first, int n) {
    long[] index = new long[n];
    for (int k = 0; k < n; k++) {
      index[k] = first + k;
    }
    return new ElementBatch(scope, access, index, n);
  }

  /** Those elements for which a word has a value. */
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
