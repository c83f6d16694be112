// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.element;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads and writes little-endian elements of 1, 2, 4 or 8 bytes in byte arrays. */
public final class LittleEndian {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private LittleEndian() {}

  /** Returns the raw bits of the element at a byte offset, zero-extended. */
  public static long get(byte[] from, int at, int bytes) {
    switch (bytes) {
      case 1:
        return from[at] & 0xFFL;
      case 2:
        return (short) SHORT.get(from, at) & 0xFFFFL;
      case 4:
        return (int) INT.get(from, at) & 0xFFFFFFFFL;
      default:
        return (long) LONG.get(from, at);
    }
  }

  /** Stores consecutive elements, with their bits from index 0. */
  static void put(long[] bits, int n, byte[] into, int at, int bytes) {
    switch (bytes) {
      case 1:
        for (int k = 0; k < n; k++) {
          into[at + k] = (byte) bits[k];
        }
        break;
      case 2:
        for (int k = 0; k < n; k++) {
          SHORT.set(into, at + 2 * k, (short) bits[k]);
        }
        break;
      case 4:
        for (int k = 0; k < n; k++) {
          INT.set(into, at + 4 * k, (int) bits[k]);
        }
        break;
      default:
        for (int k = 0; k < n; k++) {
          LONG.set(into, at + 8 * k, bits[k]);
        }
        break;
    }
  }

  /** Returns the bytes of one element. */
  public static byte[] of(long bits, int bytes) {
    byte[] out = new byte[bytes];
    put(new long[] {bits}, 1, out, 0, bytes);
    return out;
  }
}
