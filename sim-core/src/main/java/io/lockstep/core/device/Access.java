package io.lockstep.core.device;

/**
 * One memory operation of one wavefront as rules of hardware see it: a window of lanes, each with a
 * byte address, or a formula for all of them.
 *
 * <p>Reused by its owner: a rule reads it during the call and keeps nothing. {@code address(lane)}
 * is the functional offset in local memory, or the device's own address in global memory. Not
 * thread-safe.
 *
 * <p>An access is <em>affine</em> when lane k's address is {@code origin() + k * stride()} for
 * every active lane k of the window; then rules answer in closed form. Lanes are counted from the
 * window's first.
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

  /** An empty access. */
  public Access() {}

  /**
   * Becomes an affine access of a whole wavefront.
   *
   * @param activeMask active lanes
   * @param width lanes of the wavefront, at most 64
   * @param bytes bytes a lane touches
   * @param base address where lane 0's element lies or would lie
   * @param laneStride bytes from lane to lane
   */
  public void setAffine(long activeMask, int width, int bytes, long base, long laneStride) {
    mask = fullMask = activeMask;
    lanes = width;
    elementBytes = bytes;
    first = 0;
    affine = fullAffine = true;
    origin = fullOrigin = base;
    stride = fullStride = laneStride;
  }

  /**
   * Becomes an access by lane; fill {@link #addresses()} for the active lanes before.
   *
   * <p>A window recognises the affine case itself; the whole wavefront does after {@link #window}.
   */
  public void setScattered(long activeMask, int width, int bytes) {
    mask = fullMask = activeMask;
    lanes = width;
    elementBytes = bytes;
    first = 0;
    affine = fullAffine = false;
  }

  /**
   * Narrows the view to {@code count} lanes from {@code from}, such as a half-warp; see {@link
   * #widen}.
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
    } else {
      findAffine();
    }
  }

  /** Undoes {@link #window}. */
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

  /** The array that holds addresses by wavefront lane where the access is not affine. */
  public long[] addresses() {
    return addresses;
  }

  /** Active lanes of the window as a mask. */
  public long mask() {
    return mask;
  }

  /** Number of active lanes of the window. */
  public int active() {
    return Long.bitCount(mask);
  }

  /** Lanes of the window, active or not. */
  public int lanes() {
    return lanes;
  }

  /** Bytes a lane touches. */
  public int elementBytes() {
    return elementBytes;
  }

  /** Whether every active lane's address follows {@code origin + lane * stride}. */
  public boolean isAffine() {
    return affine;
  }

  /** Whether it is affine with a stride. */
  public boolean isAffine(long withStride) {
    return affine && (stride == withStride || (mask & (mask - 1)) == 0 && reorigin(withStride));
  }

  private boolean reorigin(long withStride) {
    // One active lane fits any stride.
    if (mask != 0) {
      int k = Long.numberOfTrailingZeros(mask);
      long address = address(k);
      stride = withStride;
      origin = address - k * withStride;
    }
    return true;
  }

  /** Where lane 0's element lies or would lie, if affine. */
  public long origin() {
    return origin;
  }

  /** Bytes from lane to lane, if affine. */
  public long stride() {
    return stride;
  }

  /** The first active lane of the window, or -1. */
  public int firstLane() {
    return mask == 0 ? -1 : Long.numberOfTrailingZeros(mask);
  }

  /** The next active lane of the window after one, or -1. */
  public int nextLane(int lane) {
    long rest = lane >= 63 ? 0 : mask >>> (lane + 1);
    return rest == 0 ? -1 : lane + 1 + Long.numberOfTrailingZeros(rest);
  }

  /** Address of an active lane of the window. */
  public long address(int lane) {
    return affine ? origin + lane * stride : addresses[first + lane];
  }
}
