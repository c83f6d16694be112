// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.access;

/**
 * One memory operation of one wavefront, the input of hardware rules: the byte addresses of a
 * window of lanes, given lane by lane or by a formula.
 *
 * <p>The owner reuses the object: a rule reads it during the call and keeps no reference. {@code
 * address(lane)} is the functional offset in local memory or the device address in global memory.
 * Not thread-safe.
 *
 * <p>An access is <em>affine</em> if lane k's address is {@code origin() + k * stride()} for every
 * active lane k of the window; rules then have closed forms. Lane 0 is the first lane of the
 * window.
 *
 * <p>A wavefront that covers several rows of a two-dimensional group is often affine in each row:
 * {@link #isRows} holds, and single addresses are computed on request.
 */
public final class Access {
  private final long[] addresses = new long[64];
  private long mask;
  private int lanes;
  private int elementBytes;
  private int first;
  private boolean affine;
  private long origin;
  private long stride;
  private long fullMask;
  private boolean fullAffine;
  private long fullOrigin;
  private long fullStride;
  private boolean rows;
  private boolean spelt;
  private long rowOrigin;
  private long rowStride;
  private int rowLanes;
  private int rowPhase;

  /** Creates an empty access. */
  public Access() {}

  /**
   * Sets this to an affine access of a whole wavefront.
   *
   * @param activeMask active lanes
   * @param width lanes of the wavefront, at most 64
   * @param bytes bytes that a lane accesses
   * @param base address of lane 0's element, even if the lane is inactive
   * @param laneStride bytes from lane to lane
   */
  public void setAffine(long activeMask, int width, int bytes, long base, long laneStride) {
    mask = fullMask = activeMask;
    lanes = width;
    elementBytes = bytes;
    first = 0;
    affine = fullAffine = true;
    rows = false;
    origin = fullOrigin = base;
    stride = fullStride = laneStride;
  }

  /**
   * Sets this to an access of a whole wavefront that is affine in each row of its work-group.
   *
   * @param activeMask active lanes
   * @param width lanes of the wavefront, at most 64
   * @param bytes bytes that a lane accesses
   * @param base address of the first element of lane 0's row
   * @param laneStride bytes from lane to lane within a row
   * @param toNextRow bytes from one row to the next
   * @param lanesOfRow number of lanes of a row
   * @param phase index of lane 0 within its row
   */
  public void setRows(
      long activeMask,
      int width,
      int bytes,
      long base,
      long laneStride,
      long toNextRow,
      int lanesOfRow,
      int phase) {
    setScattered(activeMask, width, bytes);
    rows = true;
    spelt = false;
    rowOrigin = base;
    stride = fullStride = laneStride;
    rowStride = toNextRow;
    rowLanes = lanesOfRow;
    rowPhase = phase;
  }

  /**
   * Sets this to an access by {@link #addresses()}, which the caller has filled for active lanes.
   *
   * <p>{@link #window} detects whether they are affine.
   *
   * @param activeMask active lanes, lane 0 lowest
   * @param width lanes of the wavefront, at most 64
   * @param bytes bytes that a lane accesses
   */
  public void setScattered(long activeMask, int width, int bytes) {
    rows = false;
    mask = fullMask = activeMask;
    lanes = width;
    elementBytes = bytes;
    first = 0;
    affine = fullAffine = false;
  }

  /**
   * Narrows the view to some lanes, such as a half-warp; see {@link #widen}.
   *
   * @param from first lane of the window
   * @param count number of lanes
   */
  public void window(int from, int count) {
    first = from;
    lanes = count;
    long bits = count >= 64 ? -1L : (1L << count) - 1;
    mask = (fullMask >>> from) & bits;
    if (fullAffine) {
      affine = true;
      stride = fullStride;
      origin = fullOrigin + from * stride;
    } else if (rows && (mask & mask - 1) != 0 && (from + rowPhase) % rowLanes + count <= rowLanes) {
      affine = true;
      stride = fullStride;
      origin = inRows(from);
    } else {
      findAffine();
    }
  }

  /**
   * Undoes {@link #window}.
   *
   * @param width lanes of the wavefront
   */
  public void widen(int width) {
    first = 0;
    lanes = width;
    mask = fullMask;
    affine = fullAffine;
    origin = fullOrigin;
    stride = fullStride;
  }

  private void findAffine() {
    affine = false;
    if (mask == 0) {
      return;
    }
    int a = Long.numberOfTrailingZeros(mask);
    long rest = mask & (mask - 1);
    if (rest == 0) {
      long only = address(a);
      affine = true;
      stride = elementBytes;
      origin = only - a * stride;
      return;
    }
    int b = Long.numberOfTrailingZeros(rest);
    long distance = address(b) - address(a);
    if (distance % (b - a) != 0) {
      return;
    }
    long s = distance / (b - a);
    long o = address(a) - a * s;
    for (long m = rest; m != 0; m &= m - 1) {
      int k = Long.numberOfTrailingZeros(m);
      if (address(k) != o + k * s) {
        return;
      }
    }
    affine = true;
    stride = s;
    origin = o;
  }

  /**
   * Deactivates all lanes outside of a mask; call it before {@link #window}.
   *
   * @param lanesThatStay mask of the lanes that stay active, lane 0 in the lowest bit
   */
  public void restrict(long lanesThatStay) {
    mask &= lanesThatStay;
    fullMask &= lanesThatStay;
  }

  /** {@return the array of addresses by wavefront lane, valid unless the access is affine} */
  public long[] addresses() {
    if (rows && !spelt) {
      spell();
    }
    return addresses;
  }

  /** {@return whether the access is affine in each row of the work-group} */
  public boolean isRows() {
    return rows;
  }

  /** {@return the address of the first element of lane 0's row, if {@link #isRows}} */
  public long rowOrigin() {
    return rowOrigin;
  }

  /** {@return bytes from lane to lane within a row, if {@link #isRows}} */
  public long laneStride() {
    return fullStride;
  }

  /** {@return bytes from one row to the next, if {@link #isRows}} */
  public long rowStride() {
    return rowStride;
  }

  /** {@return the number of lanes of a row, if {@link #isRows}} */
  public int rowLanes() {
    return rowLanes;
  }

  /** {@return index of lane 0 within its row, if {@link #isRows}} */
  public int rowPhase() {
    return rowPhase;
  }

  private long inRows(int lane) {
    int at = lane + rowPhase;
    return rowOrigin + at / rowLanes * rowStride + at % rowLanes * fullStride;
  }

  private void spell() {
    spelt = true;
    long row = rowOrigin;
    long at = rowOrigin + rowPhase * fullStride;
    int end = 64 - Long.numberOfLeadingZeros(fullMask);
    int left = rowLanes - rowPhase;
    for (int lane = 0; lane < end; lane++) {
      addresses[lane] = at;
      at += fullStride;
      if (--left == 0) {
        left = rowLanes;
        row += rowStride;
        at = row;
      }
    }
  }

  /** {@return active lanes of the window as a mask} */
  public long mask() {
    return mask;
  }

  /** {@return the number of active lanes of the window} */
  public int active() {
    return Long.bitCount(mask);
  }

  /** {@return the number of lanes of the window, active or not} */
  public int lanes() {
    return lanes;
  }

  /** {@return the number of bytes that a lane accesses} */
  public int elementBytes() {
    return elementBytes;
  }

  /**
   * Changes the number of bytes that each lane accesses from its address on.
   *
   * @param bytes bytes per lane
   */
  public void cover(int bytes) {
    elementBytes = bytes;
  }

  /** {@return whether every active lane's address follows {@code origin + lane * stride}} */
  public boolean isAffine() {
    return affine;
  }

  /**
   * {@return whether the access is affine with a given stride}
   *
   * @param withStride bytes from lane to lane
   */
  public boolean isAffine(long withStride) {
    return affine && (stride == withStride || (mask & (mask - 1)) == 0 && reorigin(withStride));
  }

  private boolean reorigin(long withStride) {
    // A single active lane fits any stride.
    if (mask != 0) {
      int k = Long.numberOfTrailingZeros(mask);
      long address = address(k);
      stride = withStride;
      origin = address - k * withStride;
    }
    return true;
  }

  /** {@return the byte address of lane 0's element, active or not, if affine} */
  public long origin() {
    return origin;
  }

  /** {@return bytes from lane to lane, if affine} */
  public long stride() {
    return stride;
  }

  /** {@return the first active lane of the window, or -1} */
  public int firstLane() {
    return mask == 0 ? -1 : Long.numberOfTrailingZeros(mask);
  }

  /**
   * {@return the next active lane of the window, or -1}
   *
   * @param lane the preceding lane, or -1 to find the first
   */
  public int nextLane(int lane) {
    long rest = lane >= 63 ? 0 : mask >>> (lane + 1);
    return rest == 0 ? -1 : lane + 1 + Long.numberOfTrailingZeros(rest);
  }

  /**
   * {@return the byte address of an active lane}
   *
   * @param lane an active lane of the window, from 0
   */
  public long address(int lane) {
    if (affine) {
      return origin + lane * stride;
    }
    if (rows && !spelt) {
      spell();
    }
    return addresses[first + lane];
  }
}
