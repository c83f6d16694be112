// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.stream;

import java.util.Arrays;
import java.util.function.LongPredicate;

/** A set of operations to wait for, by number, in ascending order. */
public final class OperationSet {
  private long[] numbers = new long[4];
  private int size;

  public void add(long number) {
    int at =
        size == 0 || numbers[size - 1] < number
            ? ~size
            : Arrays.binarySearch(numbers, 0, size, number);
    if (at < 0) {
      if (size == numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * size);
      }
      System.arraycopy(numbers, ~at, numbers, ~at + 1, size - ~at);
      numbers[~at] = number;
      size++;
    }
  }

  public void addAll(OperationSet others) {
    long[] all = new long[Math.max(4, size + others.size)];
    int n = 0;
    int k = 0;
    for (int i = 0; i < size; i++) {
      while (k < others.size && others.numbers[k] < numbers[i]) {
        all[n++] = others.numbers[k++];
      }
      k += k < others.size && others.numbers[k] == numbers[i] ? 1 : 0;
      all[n++] = numbers[i];
    }
    while (k < others.size) {
      all[n++] = others.numbers[k++];
    }
    numbers = all;
    size = n;
  }

  /** Removes completed operations. */
  public void drop(LongPredicate over) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (!over.test(numbers[i])) {
        numbers[kept++] = numbers[i];
      }
    }
    size = kept;
  }

  public void clear() {
    size = 0;
  }

  public long[] toArray() {
    return Arrays.copyOf(numbers, size);
  }
}
