// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.lane;

import java.util.Arrays;

/**
 * An integer register whose value may be known as {@code base + strideX * x + strideY * y + strideZ
 * * z} of the local id, modulo the register's width. Its array is filled when a step needs it.
 *
 * <p>While the value is known, the array's first element is the base.
 */
public final class LinearRegister {
  private final GroupPositions positions;
  private final int[] ints; // null for 64 bits
  private final long[] longs; // null for up to 32 bits
  private boolean known;
  private boolean stale; // the value is known, the array is not filled
  private long base;
  private long strideX;
  private long strideY;
  private long strideZ;

  public LinearRegister(GroupPositions positions, Object array) {
    this.positions = positions;
    ints = array instanceof int[] a ? a : null;
    longs = array instanceof long[] a ? a : null;
  }

  /** Creates a constant of 64 bits. */
  public LinearRegister(GroupPositions positions, long constant) {
    this(positions, new long[1]);
    set(constant, 0, 0, 0);
    stale = false;
  }

  /** Returns whether the value of every work-item is known from base and strides. */
  public boolean isKnown() {
    return known;
  }

  public boolean isUniform() {
    return known && (strideX | strideY | strideZ) == 0;
  }

  /** Returns whether the known value, sign-extended to 64 bits, is linear, too. */
  public boolean isExact() {
    if (ints == null) {
      return true;
    }
    long least = base + positions.least(strideX, strideY, strideZ);
    long most = base + positions.most(strideX, strideY, strideZ);
    return least >= Integer.MIN_VALUE && most <= Integer.MAX_VALUE;
  }

  public long base() {
    return base;
  }

  public long strideX() {
    return strideX;
  }

  public long strideY() {
    return strideY;
  }

  public long strideZ() {
    return strideZ;
  }

  /** Marks base and strides as unknown; only the array holds the values from now on. */
  public void forget() {
    known = false;
    stale = false;
  }

  /** Sets the value of all work-items. */
  public void set(long newBase, long x, long y, long z) {
    boolean narrow = ints != null;
    long b = narrow ? (int) newBase : newBase;
    long sx = positions.lastX == 0 ? 0 : narrow ? (int) x : x;
    long sy = positions.lastY == 0 ? 0 : narrow ? (int) y : y;
    long sz = positions.lastZ == 0 ? 0 : narrow ? (int) z : z;
    if (known && b == base && sx == strideX && sy == strideY && sz == strideZ) {
      return;
    }
    known = true;
    stale = true;
    base = b;
    strideX = sx;
    strideY = sy;
    strideZ = sz;
    if (narrow) {
      ints[0] = (int) b;
    } else {
      longs[0] = b;
    }
  }

  /** Takes the array's first element as the value of all work-items. */
  public void setUniform() {
    long value = ints != null ? ints[0] : longs[0];
    set(value, 0, 0, 0);
  }

  /** Fills the array if it does not hold the value. */
  public void settle() {
    if (stale) {
      stale = false;
      if (ints != null) {
        fill(ints);
      } else {
        fill(longs);
      }
    }
  }

  private void fill(int[] d) {
    int b = (int) base;
    if ((strideX | strideY | strideZ) == 0) {
      Arrays.fill(d, b);
    } else {
      fill(d, positions.x, b, (int) strideX);
      if (strideY != 0) {
        add(d, positions.y, (int) strideY);
      }
      if (strideZ != 0) {
        add(d, positions.z, (int) strideZ);
      }
    }
  }

  private void fill(long[] d) {
    if ((strideX | strideY | strideZ) == 0) {
      Arrays.fill(d, base);
    } else {
      fill(d, positions.x, base, strideX);
      if (strideY != 0) {
        add(d, positions.y, strideY);
      }
      if (strideZ != 0) {
        add(d, positions.z, strideZ);
      }
    }
  }

  // Separate methods for the loops, each of which the JIT compiler optimises on its own.

  private static void fill(int[] d, int[] place, int base, int stride) {
    for (int i = 0; i < d.length; i++) {
      d[i] = base + stride * place[i];
    }
  }

  private static void add(int[] d, int[] place, int stride) {
    for (int i = 0; i < d.length; i++) {
      d[i] += stride * place[i];
    }
  }

  private static void fill(long[] d, int[] place, long base, long stride) {
    for (int i = 0; i < d.length; i++) {
      d[i] = base + stride * place[i];
    }
  }

  private static void add(long[] d, int[] place, long stride) {
    for (int i = 0; i < d.length; i++) {
      d[i] += stride * place[i];
    }
  }
}
