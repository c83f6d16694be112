// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.element;

import java.util.Arrays;

/**
 * Prefix sums of another generator's elements: element i is the sum of the elements before i.
 *
 * <p>Integers are added modulo their width; floats are added one by one from the left in their own
 * precision, with each sum rounded. One checkpoint per {@value #SPAN} elements, computed up to the
 * furthest request, makes it possible to fill a page without the pages before it.
 */
public final class PrefixSums implements Elements {
  static final int SPAN = 1024;

  /** Maximum number of elements: 32 MiB of checkpoints. */
  public static final long MAX_COUNT = 1L << 32;

  private final Elements addends;
  private final ElementType type;
  private final long[] scratch = new long[SPAN];
  private long[] checkpoints = new long[16];
  private int known = 1;

  public PrefixSums(Elements addends, ElementType type) {
    this.addends = addends;
    this.type = type;
    checkpoints[0] = type.encode(0L);
  }

  @Override
  public void bits(long first, int n, long[] out) {
    int done = 0;
    while (done < n) {
      long element = first + done;
      int span = Math.toIntExact(element / SPAN);
      int skip = (int) (element % SPAN);
      int take = Math.min(n - done, SPAN - skip);
      long sum = checkpoint(span);
      addends.bits((long) span * SPAN, skip + take, scratch);
      for (int k = 0; k < skip; k++) {
        sum = add(sum, scratch[k]);
      }
      for (int k = 0; k < take; k++) {
        out[done + k] = sum;
        sum = add(sum, scratch[skip + k]);
      }
      done += take;
    }
  }

  private long checkpoint(int span) {
    while (known <= span) {
      addends.bits((long) (known - 1) * SPAN, SPAN, scratch);
      long sum = checkpoints[known - 1];
      for (int k = 0; k < SPAN; k++) {
        sum = add(sum, scratch[k]);
      }
      if (known == checkpoints.length) {
        checkpoints = Arrays.copyOf(checkpoints, 2 * known);
      }
      checkpoints[known++] = sum;
    }
    return checkpoints[span];
  }

  private long add(long sum, long addend) {
    switch (type) {
      case F16:
        return type.encode(type.real(sum) + type.real(addend));
      case F32:
        float single = Float.intBitsToFloat((int) sum) + Float.intBitsToFloat((int) addend);
        return Float.floatToRawIntBits(single) & 0xFFFFFFFFL;
      case F64:
        return Double.doubleToRawLongBits(
            Double.longBitsToDouble(sum) + Double.longBitsToDouble(addend));
      default:
        return type.encode(sum + addend);
    }
  }
}
