package io.lockstep.kernel.ir;

/**
 * A view of a buffer as a texture: what a launch binds. Texels lie in rows, without gaps, in the
 * buffer; where a device keeps them is its own affair.
 *
 * @param buffer the buffer's number
 * @param type type of a channel
 * @param signed whether an integer channel has a sign
 * @param channels 1, 2 or 4
 * @param width texels of a row
 * @param height rows
 * @param depth planes, or layers
 * @param format how a channel is read
 * @param address what lies beyond the edge
 * @param filter what is read between texel centres
 * @param normalized whether coordinates run from 0 to 1 (otherwise they count texels)
 */
public record TextureInfo(
    int buffer,
    Type type,
    boolean signed,
    int channels,
    int width,
    int height,
    int depth,
    Format format,
    AddressMode address,
    Filter filter,
    boolean normalized) {
  /** Fractional bits of a recorded coordinate. */
  public static final int FRACTION_BITS = 8;

  /** Recorded coordinates lie within so many texels of the origin. */
  public static final long LIMIT = 1L << 30;

  /** How a channel is read. */
  public enum Format {
    /** As it is. */
    ELEMENT,
    /** Unsigned integers as floats from 0 to 1. */
    UNORM,
    /** Signed integers as floats from −1 to 1. */
    SNORM
  }

  /** What lies beyond a texture's edge. */
  public enum AddressMode {
    /** The texel at the edge. */
    CLAMP,
    /** The texture again. */
    WRAP,
    /** The texture mirrored. */
    MIRROR,
    /** Zero. */
    BORDER
  }

  /** What is read between texel centres. */
  public enum Filter {
    /** The texel whose square holds the coordinate. */
    NEAREST,
    /** Weighted neighbours in every dimension. */
    LINEAR
  }

  /** {@return bytes of a texel} */
  public int texelBytes() {
    return channels * type.bytes();
  }

  /** {@return bytes of all texels} */
  public long bytes() {
    return (long) width * height * depth * texelBytes();
  }

  /**
   * {@return the texel that the address mode puts in place of one beyond the edge, or -1 for the
   * border}
   *
   * @param i number of a texel along one dimension, from 0
   * @param n texels along it
   */
  public int resolve(long i, int n) {
    if (i >= 0 && i < n) {
      return (int) i;
    }
    switch (address) {
      case CLAMP:
        return i < 0 ? 0 : n - 1;
      case WRAP:
        return (int) Math.floorMod(i, (long) n);
      case MIRROR:
        int m = (int) Math.floorMod(i, 2L * n);
        return m < n ? m : 2 * n - 1 - m;
      default:
        return -1;
    }
  }

  /**
   * {@return a coordinate in texels as it is recorded: the x coordinate's value also carries the
   * texture's number above it, as addresses carry their buffer's}
   *
   * @param texels from the texture's corner; fractions of 2 to the power of -{@value
   *     #FRACTION_BITS} are kept
   */
  public static long recorded(double texels) {
    double held = Math.max(-LIMIT, Math.min(LIMIT, texels)); // a NaN becomes 0 in the cast
    return (long) Math.floor(held * (1 << FRACTION_BITS));
  }

  /**
   * {@return what is recorded of an x coordinate that {@link #recorded} made}
   *
   * @param texture its number in the launch
   * @param x as {@link #recorded} made it
   */
  public static long withTexture(int texture, long x) {
    return ((long) (texture + 1) << 40) + x;
  }

  /**
   * {@return the texture's number of a recorded x coordinate}
   *
   * @param recordedX as {@link #withTexture} made it
   */
  public static int textureOf(long recordedX) {
    return (int) ((recordedX + (1L << 39)) >> 40) - 1;
  }

  /**
   * {@return the coordinate of a recorded x coordinate}
   *
   * @param recordedX as {@link #withTexture} made it
   */
  public static long coordinateOf(long recordedX) {
    return recordedX << 24 >> 24;
  }
}
