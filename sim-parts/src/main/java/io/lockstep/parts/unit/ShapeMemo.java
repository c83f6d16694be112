// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.parts.access.Access;
import java.util.Arrays;

/**
 * Caches, for each memory operation of a kernel, the last affine or row-affine pattern and a number
 * derived from it, such as the clocks of a local access. Loops usually repeat a pattern.
 *
 * <p>Two patterns are equal if the same lanes are active with the same strides, and the first lane
 * has the same offset within a unit such as a word or a line. Not thread-safe.
 */
public final class ShapeMemo {
  /** Result of {@link #find} if no number is cached. */
  public static final int NONE = -1;

  private final long unit;
  private int[] figure = new int[0];
  private long[] mask = new long[0];
  private long[] laneStride = new long[0];
  private long[] rowStride = new long[0];
  private long[] place = new long[0];

  /**
   * Creates an empty cache; {@link #begin} sizes it.
   *
   * @param unitBytes a power of two; moving a pattern by a multiple of it keeps its number
   */
  public ShapeMemo(int unitBytes) {
    unit = unitBytes - 1;
  }

  /**
   * Clears the cache and sizes it for a kernel.
   *
   * @param memorySlots number of static memory operations of the kernel
   */
  public void begin(int memorySlots) {
    if (figure.length < memorySlots) {
      figure = new int[memorySlots];
      mask = new long[memorySlots];
      laneStride = new long[memorySlots];
      rowStride = new long[memorySlots];
      place = new long[memorySlots];
    }
    Arrays.fill(mask, 0);
  }

  /**
   * {@return whether the pattern of an access can be cached}
   *
   * @param access access of a whole wavefront
   */
  public static boolean fits(Access access) {
    return access.mask() != 0 && (access.isRows() || access.isAffine());
  }

  /**
   * {@return the cached number of an access, or {@link #NONE}}
   *
   * @param slot index of the static memory operation
   * @param access access that {@link #fits}
   */
  public int find(int slot, Access access) {
    return mask[slot] == access.mask()
            && laneStride[slot] == laneStride(access)
            && rowStride[slot] == rowStride(access)
            && place[slot] == place(access)
        ? figure[slot]
        : NONE;
  }

  /**
   * Caches the number of an access.
   *
   * @param slot index of the static memory operation
   * @param access access that {@link #fits}
   * @param value number to cache, not {@link #NONE}
   */
  public void put(int slot, Access access, int value) {
    figure[slot] = value;
    mask[slot] = access.mask();
    laneStride[slot] = laneStride(access);
    rowStride[slot] = rowStride(access);
    place[slot] = place(access);
  }

  private static long laneStride(Access access) {
    return access.isRows() ? access.laneStride() : access.stride();
  }

  private static long rowStride(Access access) {
    return access.isRows() ? access.rowStride() : 0;
  }

  private long place(Access access) {
    return access.isRows()
        ? (access.rowOrigin() & unit) << 32 | (long) access.rowLanes() << 16 | access.rowPhase()
        : (access.origin() & unit) << 32; // the lower half is 0, unlike that of rows
  }
}
