package io.lockstep.core.hardware;

import io.lockstep.core.device.Access;
import java.util.Arrays;

/**
 * Remembers, for each memory operation of a kernel, the last pattern of rows and a figure that
 * follows from it, such as the clocks of a local access: a loop mostly repeats one pattern, at
 * another place.
 *
 * <p>Patterns are equal where the same lanes lie in the same relation to the first, and the first
 * to a unit such as a word or a line. One instance a compute unit. Not thread-safe.
 */
public final class ShapeMemo {
  /** {@link #find}: not remembered. */
  public static final int NONE = -1;

  private final long unit;
  private int[] figure = new int[0];
  private long[] mask = new long[0];
  private long[] laneStride = new long[0];
  private long[] rowStride = new long[0];
  private long[] place = new long[0];

  /**
   * @param unitBytes power of two; moving a pattern by a multiple of it does not change the figure
   */
  public ShapeMemo(int unitBytes) {
    unit = unitBytes - 1;
  }

  /** Forgets everything and makes room for a kernel's memory operations. */
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

  /** The figure of an access {@linkplain Access#isRows by rows}, or {@link #NONE}. */
  public int find(int slot, Access access) {
    return mask[slot] == access.mask()
            && laneStride[slot] == access.laneStride()
            && rowStride[slot] == access.rowStride()
            && place[slot] == place(access)
        ? figure[slot]
        : NONE;
  }

  /** Remembers the figure of an access by rows with an active lane. */
  public void put(int slot, Access access, int value) {
    figure[slot] = value;
    mask[slot] = access.mask();
    laneStride[slot] = access.laneStride();
    rowStride[slot] = access.rowStride();
    place[slot] = place(access);
  }

  private long place(Access access) {
    return (access.rowOrigin() & unit) << 32 | (long) access.rowLanes() << 16 | access.rowPhase();
  }
}
