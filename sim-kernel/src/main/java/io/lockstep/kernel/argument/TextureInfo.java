// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.argument;

import io.lockstep.kernel.type.Type;

/**
 * A view of a buffer as a texture, bound by a launch. In the buffer, texels are stored row by row
 * without gaps; devices may use another layout.
 *
 * @param buffer number of the buffer
 * @param texel the stored form of a texel
 * @param extent the texture's size
 * @param sampling how coordinates select texels
 */
public record TextureInfo(int buffer, Texel texel, Extent extent, Sampling sampling) {
  /**
   * The stored form of a texel.
   *
   * @param type type of a channel
   * @param signed whether an integer channel has a sign
   * @param channels number of channels: 1, 2 or 4
   * @param format conversion of a channel
   */
  public record Texel(Type type, boolean signed, int channels, Format format) {}

  /**
   * The size of a texture.
   *
   * @param width texels of a row
   * @param height number of rows
   * @param depth number of planes, or of layers
   */
  public record Extent(int width, int height, int depth) {}

  /**
   * How coordinates select texels.
   *
   * @param edges what is read beyond the edges
   * @param filter nearest texel or linear
   * @param normalized whether coordinates range from 0 to 1 (otherwise they count texels)
   */
  public record Sampling(Edges edges, Filter filter, boolean normalized) {
    /**
     * Creates a sampling with one address mode for all dimensions and a border of zeros.
     *
     * @param address address mode
     * @param filter nearest texel or linear
     * @param normalized whether coordinates range from 0 to 1
     */
    public Sampling(AddressMode address, Filter filter, boolean normalized) {
      this(new Edges(address, address, address, Border.ZERO), filter, normalized);
    }

    /** {@return the address mode along a row} */
    public AddressMode address() {
      return edges.x;
    }
  }

  /**
   * The address mode of each dimension.
   *
   * @param x address mode along a row
   * @param y address mode across rows
   * @param z address mode across planes
   * @param border the colour of {@link AddressMode#BORDER}
   */
  public record Edges(AddressMode x, AddressMode y, AddressMode z, Border border) {}

  /**
   * The colour beyond a border: the bits of four channels, floats if the texture's channels are
   * read as floats. Traces do not contain it.
   *
   * @param red bits of the first channel
   * @param green bits of the second channel
   * @param blue bits of the third channel
   * @param alpha bits of the fourth channel
   */
  public record Border(int red, int green, int blue, int alpha) {
    /** Zero in all channels. */
    public static final Border ZERO = new Border(0, 0, 0, 0);

    /** {@return the bits of the four channels} */
    public int[] channels() {
      return new int[] {red, green, blue, alpha};
    }
  }

  /** Fractional bits of a recorded coordinate. */
  public static final int FRACTION_BITS = 8;

  /** Recorded coordinates are within this number of texels of the origin. */
  public static final long LIMIT = 1L << 30;

  /** The conversion of a channel. */
  public enum Format {
    /** No conversion. */
    ELEMENT,
    /** Unsigned integers as floats from 0 to 1. */
    UNORM,
    /** Signed integers as floats from −1 to 1. */
    SNORM,
    /**
     * Unsigned integers of 8 bits as floats from 0 to 1; all but the fourth channel are converted
     * from sRGB to linear intensity.
     */
    SRGB
  }

  /** The treatment of coordinates beyond a texture's edge. */
  public enum AddressMode {
    /** The texel at the edge. */
    CLAMP,
    /** Repeats the texture. */
    WRAP,
    /** Repeats the texture, every other time mirrored. */
    MIRROR,
    /** The border colour. */
    BORDER
  }

  /** The filter between texel centres. */
  public enum Filter {
    /** The texel that contains the coordinate. */
    NEAREST,
    /** Weighted neighbours in every dimension. */
    LINEAR
  }

  /** {@return type of a channel} */
  public Type type() {
    return texel.type;
  }

  /** {@return whether an integer channel has a sign} */
  public boolean signed() {
    return texel.signed;
  }

  /** {@return number of channels: 1, 2 or 4} */
  public int channels() {
    return texel.channels;
  }

  /** {@return conversion of a channel} */
  public Format format() {
    return texel.format;
  }

  /** {@return texels of a row} */
  public int width() {
    return extent.width;
  }

  /** {@return number of rows} */
  public int height() {
    return extent.height;
  }

  /** {@return number of planes, or of layers} */
  public int depth() {
    return extent.depth;
  }

  /**
   * {@return the address mode of a dimension}
   *
   * @param dimension 0 to 2
   */
  public AddressMode address(int dimension) {
    Edges edges = sampling.edges;
    return dimension == 0 ? edges.x : dimension == 1 ? edges.y : edges.z;
  }

  /** {@return the address mode along a row} */
  public AddressMode address() {
    return sampling.edges.x;
  }

  /** {@return nearest texel or linear} */
  public Filter filter() {
    return sampling.filter;
  }

  /** {@return whether coordinates range from 0 to 1} */
  public boolean normalized() {
    return sampling.normalized;
  }

  /** {@return bytes of a texel} */
  public int texelBytes() {
    return texel.channels * texel.type.bytes();
  }

  /** {@return bytes of all texels} */
  public long bytes() {
    return (long) extent.width * extent.height * extent.depth * texelBytes();
  }

  /**
   * {@return the texel that the address mode along a row substitutes, as {@link #resolve(long, int,
   * int)} does}
   *
   * @param i number of a texel of a row
   * @param n texels of a row
   */
  public int resolve(long i, int n) {
    return resolve(i, n, 0);
  }

  /**
   * {@return the texel that the address mode substitutes for a texel beyond the edge, or -1 for the
   * border; a texel inside is unchanged}
   *
   * @param i number of a texel along one dimension
   * @param n texels along that dimension
   * @param dimension 0 to 2
   */
  public int resolve(long i, int n, int dimension) {
    if (i >= 0 && i < n) {
      return (int) i;
    }
    switch (address(dimension)) {
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
   * {@return the recorded form of a coordinate in texels; {@link #withTexture} adds the texture's
   * number to x}
   *
   * @param texels distance from the texture's corner in texels; fractions of 2 to the power of
   *     -{@value #FRACTION_BITS} are kept
   */
  public static long recorded(double texels) {
    double held = Math.max(-LIMIT, Math.min(LIMIT, texels)); // a NaN becomes 0 in the cast
    return (long) Math.floor(held * (1 << FRACTION_BITS));
  }

  /**
   * {@return the recorded form of an x coordinate with the texture's number}
   *
   * @param texture number in the launch
   * @param x returned by {@link #recorded}
   */
  public static long withTexture(int texture, long x) {
    return ((long) (texture + 1) << 40) + x;
  }

  /**
   * {@return the texture's number in a recorded x coordinate}
   *
   * @param recordedX returned by {@link #withTexture}
   */
  public static int textureOf(long recordedX) {
    return (int) ((recordedX + (1L << 39)) >> 40) - 1;
  }

  /**
   * {@return a recorded x coordinate without the texture's number}
   *
   * @param recordedX returned by {@link #withTexture}
   */
  public static long coordinateOf(long recordedX) {
    return recordedX << 24 >> 24;
  }
}
