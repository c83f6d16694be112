// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.lane;

/** Copies of registers, which are arrays over work-items. */
public final class RegisterCopies {
  private RegisterCopies() {}

  public static Object copy(Object array) {
    if (array instanceof int[] a) {
      return a.clone();
    }
    if (array instanceof long[] a) {
      return a.clone();
    }
    return array instanceof float[] a ? a.clone() : ((double[]) array).clone();
  }

  public static void restore(Object kept, Object array) {
    System.arraycopy(kept, 0, array, 0, java.lang.reflect.Array.getLength(kept));
  }

  /** Returns whether both arrays have the same bits for the given work-items. */
  public static boolean equal(Object a, Object b, ActiveLanes lanes) {
    for (int r = 0; r < lanes.ranges(); r++) {
      if (!equal(a, b, lanes.low[r], lanes.high[r])) {
        return false;
      }
    }
    return true;
  }

  private static boolean equal(Object a, Object b, int low, int high) {
    if (a instanceof int[] x) {
      return java.util.Arrays.equals(x, low, high, (int[]) b, low, high);
    }
    if (a instanceof long[] x) {
      return java.util.Arrays.equals(x, low, high, (long[]) b, low, high);
    }
    for (int i = low; i < high; i++) {
      boolean same =
          a instanceof float[] x
              ? Float.floatToRawIntBits(x[i]) == Float.floatToRawIntBits(((float[]) b)[i])
              : Double.doubleToRawLongBits(((double[]) a)[i])
                  == Double.doubleToRawLongBits(((double[]) b)[i]);
      if (!same) {
        return false;
      }
    }
    return true;
  }
}
