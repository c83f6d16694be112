// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.access;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.execute.number.FloatOps;
import java.util.Arrays;

/** Loops that move data between a page and registers, at given positions. */
final class Transfers {
  private Transfers() {}

  /** Loads a word for each row of work-items into an int[] or float[], unless it is null. */
  static void fillRows(Object d, byte[] page, int[] at, int plus, int row) {
    if (d instanceof float[] floats) {
      for (int i = 0; i < floats.length; i += row) {
        float value = (float) DeviceMemory.FLOAT.get(page, at[i] + plus);
        Arrays.fill(floats, i, i + row, value);
      }
    } else if (d instanceof int[] ints) {
      for (int i = 0; i < ints.length; i += row) {
        int value = (int) DeviceMemory.INT.get(page, at[i] + plus);
        Arrays.fill(ints, i, i + row, value);
      }
    }
  }

  /** Copies the first row of work-items to all others; {@code d} may be null. */
  static void repeatRow(Object d, int row, int size) {
    if (d != null) {
      for (int i = row; i < size; i += row) {
        System.arraycopy(d, 0, d, i, row);
      }
    }
  }

  static void loadByte(int[] d, byte[] page, int[] at, int plus, int low, int high) {
    for (int i = low; i < high; i++) {
      d[i] = page[at[i] + plus];
    }
  }

  static void loadUnsignedByte(int[] d, byte[] page, int[] at, int plus, int low, int high) {
    for (int i = low; i < high; i++) {
      d[i] = page[at[i] + plus] & 0xFF;
    }
  }

  static void loadShort(int[] d, byte[] page, int[] at, int plus, int low, int high) {
    for (int i = low; i < high; i++) {
      d[i] = (short) DeviceMemory.SHORT.get(page, at[i] + plus);
    }
  }

  static void loadUnsignedShort(int[] d, byte[] page, int[] at, int plus, int low, int high) {
    for (int i = low; i < high; i++) {
      d[i] = (short) DeviceMemory.SHORT.get(page, at[i] + plus) & 0xFFFF;
    }
  }

  static void loadInt(int[] d, byte[] page, int[] at, int plus, int low, int high) {
    for (int i = low; i < high; i++) {
      d[i] = (int) DeviceMemory.INT.get(page, at[i] + plus);
    }
  }

  static void loadFloat(float[] d, byte[] page, int[] at, int plus, int low, int high) {
    for (int i = low; i < high; i++) {
      d[i] = (float) DeviceMemory.FLOAT.get(page, at[i] + plus);
    }
  }

  /** Loads words side by side from {@code first} on; the JIT compiler checks no bounds inside. */
  static void loadInts(int[] d, byte[] page, int first, int low, int n) {
    for (int i = 0; i < n; i++) {
      d[low + i] = (int) DeviceMemory.INT.get(page, first + Integer.BYTES * i);
    }
  }

  static void loadFloats(float[] d, byte[] page, int first, int low, int n) {
    for (int i = 0; i < n; i++) {
      d[low + i] = (float) DeviceMemory.FLOAT.get(page, first + Float.BYTES * i);
    }
  }

  static void loadDoubles(double[] d, byte[] page, int first, int low, int n) {
    for (int i = 0; i < n; i++) {
      d[low + i] = (double) DeviceMemory.DOUBLE.get(page, first + Double.BYTES * i);
    }
  }

  static void storeInts(int[] a, byte[] page, int first, int low, int n) {
    for (int i = 0; i < n; i++) {
      DeviceMemory.INT.set(page, first + Integer.BYTES * i, a[low + i]);
    }
  }

  static void storeFloats(float[] a, byte[] page, int first, int low, int n) {
    for (int i = 0; i < n; i++) {
      DeviceMemory.FLOAT.set(page, first + Float.BYTES * i, a[low + i]);
    }
  }

  static void storeComputedFloats(float[] a, byte[] page, int first, int low, int n) {
    for (int i = 0; i < n; i++) {
      DeviceMemory.INT.set(page, first + Float.BYTES * i, FloatOps.canonicalBits(a[low + i]));
    }
  }

  static void storeLongs(long[] a, byte[] page, int first, int low, int n) {
    for (int i = 0; i < n; i++) {
      DeviceMemory.LONG.set(page, first + Long.BYTES * i, a[low + i]);
    }
  }

  static void loadLong(long[] d, byte[] page, int[] at, int plus, int low, int high) {
    for (int i = low; i < high; i++) {
      d[i] = (long) DeviceMemory.LONG.get(page, at[i] + plus);
    }
  }

  static void loadDouble(double[] d, byte[] page, int[] at, int plus, int low, int high) {
    for (int i = low; i < high; i++) {
      d[i] = (double) DeviceMemory.DOUBLE.get(page, at[i] + plus);
    }
  }

  static void storeByte(int[] a, byte[] page, int[] at, int plus, int low, int high) {
    for (int i = low; i < high; i++) {
      page[at[i] + plus] = (byte) a[i];
    }
  }

  static void storeShort(int[] a, byte[] page, int[] at, int plus, int low, int high) {
    for (int i = low; i < high; i++) {
      DeviceMemory.SHORT.set(page, at[i] + plus, (short) a[i]);
    }
  }

  static void storeInt(int[] a, byte[] page, int[] at, int plus, int low, int high) {
    for (int i = low; i < high; i++) {
      DeviceMemory.INT.set(page, at[i] + plus, a[i]);
    }
  }

  static void storeFloat(float[] a, byte[] page, int[] at, int plus, int low, int high) {
    for (int i = low; i < high; i++) {
      DeviceMemory.FLOAT.set(page, at[i] + plus, a[i]);
    }
  }

  /** Stores floats with the canonical NaN. */
  static void storeComputed(float[] a, byte[] page, int[] at, int plus, int low, int high) {
    for (int i = low; i < high; i++) {
      DeviceMemory.INT.set(page, at[i] + plus, FloatOps.canonicalBits(a[i]));
    }
  }

  static void storeComputed(double[] a, byte[] page, int[] at, int plus, int low, int high) {
    for (int i = low; i < high; i++) {
      DeviceMemory.LONG.set(page, at[i] + plus, FloatOps.canonicalBits(a[i]));
    }
  }

  static void storeLong(long[] a, byte[] page, int[] at, int plus, int low, int high) {
    for (int i = low; i < high; i++) {
      DeviceMemory.LONG.set(page, at[i] + plus, a[i]);
    }
  }

  static void storeDouble(double[] a, byte[] page, int[] at, int plus, int low, int high) {
    for (int i = low; i < high; i++) {
      DeviceMemory.DOUBLE.set(page, at[i] + plus, a[i]);
    }
  }
}
