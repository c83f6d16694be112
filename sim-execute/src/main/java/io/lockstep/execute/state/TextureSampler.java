// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.state;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.execute.number.HalfFloats;
import io.lockstep.execute.number.NumberConversions;
import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.type.Type;

/**
 * Reads one texture at coordinates in texels.
 *
 * <p>Filtering follows the CUDA C++ Programming Guide, appendix "Texture Fetching": i = floor(x −
 * 0.5), α = frac(x − 0.5) with 8 bits of fraction (rounded, so that 1.0 occurs), and the weighted
 * sum of the two, four or eight surrounding texels, in single precision from left to right. Images
 * read through samplers keep all bits of the weights, as OpenCL's formulas do. Channels that a
 * texture lacks read 0, the fourth 1.
 */
public final class TextureSampler {
  private static final float STEPS = 256f;
  private static final int ALPHA = 3;

  /** Linear intensities of the values of sRGB with 8 bits (IEC 61966-2-1). */
  private static final float[] LINEAR = new float[256];

  static {
    for (int value = 0; value < LINEAR.length; value++) {
      double c = value / 255.0;
      LINEAR[value] = (float) (c <= 0.04045 ? c / 12.92 : StrictMath.pow((c + 0.055) / 1.055, 2.4));
    }
  }

  private final DeviceMemory memory;
  public final TextureInfo texture;
  private final int channelBytes;
  private final int texelBytes;
  private final long base;
  private final int[] border;

  // Page of the last texel; valid during one operation, until a page is evicted.
  private byte[] page;
  private int departures;
  private long pageKey;

  TextureSampler(DeviceMemory memory, TextureInfo texture) {
    this.memory = memory;
    this.texture = texture;
    channelBytes = texture.type().bytes();
    texelBytes = texture.texelBytes();
    base = Address.of(texture.buffer(), 0);
    border = texture.sampling().edges().border().channels();
  }

  /** Forgets the page, because memory may have changed. */
  void begin() {
    page = null;
  }

  /** Returns whether texels have channels of 32 bits, so that their bits are what is read. */
  public boolean readsWords() {
    return channelBytes == Integer.BYTES && texture.format() == TextureInfo.Format.ELEMENT;
  }

  public boolean readsIntegers() {
    return !texture.type().isFloat() && texture.format() == TextureInfo.Format.ELEMENT;
  }

  /** Returns a channel of a texel as integer bits. */
  public int nearestBits(long x, long y, long z, int channel) {
    if (channel >= texture.channels()) {
      return channel == ALPHA ? 1 : 0;
    }
    long at = place(x, y, z);
    return at < 0 ? border[channel] : (int) bits(at + (long) channel * channelBytes);
  }

  /** Returns a channel of a texel, without filtering. */
  public float nearest(long x, long y, long z, int channel) {
    if (channel >= texture.channels()) {
      return channel == ALPHA ? 1f : 0f;
    }
    return texel(x, y, z, channel);
  }

  /**
   * Returns a filtered channel.
   *
   * @param dimensions 1 to 3; coordinates of further dimensions are numbers of rows and planes
   * @param exact whether weights keep all bits, as in OpenCL's formula (8.2), instead of 8
   */
  public float linear(float x, float y, float z, int dimensions, int channel, boolean exact) {
    if (channel >= texture.channels()) {
      return channel == ALPHA ? 1f : 0f;
    }
    float u = x - 0.5f;
    long i = floor(u);
    float a = weight(u, exact);
    float v = dimensions > 1 ? y - 0.5f : y;
    long j = floor(v);
    if (dimensions == 1) {
      long k = floor(z);
      return (1 - a) * texel(i, j, k, channel) + a * texel(i + 1, j, k, channel);
    }
    float b = weight(v, exact);
    if (dimensions == 2) {
      return plane(i, j, floor(z), a, b, channel);
    }
    float w = z - 0.5f;
    long k = floor(w);
    float c = weight(w, exact);
    if (exact) {
      return volume(i, j, k, a, b, c, channel);
    }
    return (1 - c) * plane(i, j, k, a, b, channel) + c * plane(i, j, k + 1, a, b, channel);
  }

  /** Returns the weighted sum of eight texels, from left to right (OpenCL 1.2, 8.2). */
  private float volume(long i, long j, long k, float a, float b, float c, int channel) {
    return (1 - a) * (1 - b) * (1 - c) * texel(i, j, k, channel)
        + a * (1 - b) * (1 - c) * texel(i + 1, j, k, channel)
        + (1 - a) * b * (1 - c) * texel(i, j + 1, k, channel)
        + a * b * (1 - c) * texel(i + 1, j + 1, k, channel)
        + (1 - a) * (1 - b) * c * texel(i, j, k + 1, channel)
        + a * (1 - b) * c * texel(i + 1, j, k + 1, channel)
        + (1 - a) * b * c * texel(i, j + 1, k + 1, channel)
        + a * b * c * texel(i + 1, j + 1, k + 1, channel);
  }

  private float plane(long i, long j, long k, float a, float b, int channel) {
    return (1 - a) * (1 - b) * texel(i, j, k, channel)
        + a * (1 - b) * texel(i + 1, j, k, channel)
        + (1 - a) * b * texel(i, j + 1, k, channel)
        + a * b * texel(i + 1, j + 1, k, channel);
  }

  /** Returns the fraction of a coordinate, with 8 bits or exact. */
  private static float weight(float v, boolean exact) {
    double fraction = v - Math.floor(v);
    if (exact) {
      return (float) fraction;
    }
    return (float) Math.floor((float) fraction * STEPS + 0.5f) / STEPS;
  }

  /**
   * Returns the index of the texel at a coordinate. NaN becomes 0, and far coordinates are clamped
   * to the limit.
   */
  public static long floor(float v) {
    return (long) Math.floor(Math.max(-TextureInfo.LIMIT, Math.min(TextureInfo.LIMIT, v)));
  }

  private float texel(long x, long y, long z, int channel) {
    long at = place(x, y, z);
    if (at < 0) {
      return Float.intBitsToFloat(border[channel]);
    }
    long bits = bits(at + (long) channel * channelBytes);
    if (texture.type() == Type.F32) {
      return Float.intBitsToFloat((int) bits);
    }
    if (texture.type() == Type.F16) {
      return HalfFloats.toFloat((int) bits);
    }
    int range = (1 << 8 * channelBytes) - 1;
    if (texture.format() == TextureInfo.Format.SRGB && channel != ALPHA) {
      return LINEAR[(int) bits & 0xFF];
    }
    if (texture.format() == TextureInfo.Format.UNORM
        || texture.format() == TextureInfo.Format.SRGB) {
      return (bits & range) / (float) range;
    }
    if (texture.format() == TextureInfo.Format.SNORM) {
      // The most negative number reads as −1, like the next one.
      return Math.max(
          -1f, NumberConversions.extend(bits, 8 * channelBytes, true) / (float) (range >> 1));
    }
    return Float.intBitsToFloat((int) bits);
  }

  /** Returns the address of the texel that is read; negative beyond a border. */
  private long place(long x, long y, long z) {
    int i = texture.resolve(x, texture.width(), 0);
    int j = texture.resolve(y, texture.height(), 1);
    int k = texture.resolve(z, texture.depth(), 2);
    return (i | j | k) < 0
        ? -1
        : base + (((long) k * texture.height() + j) * texture.width() + i) * texelBytes;
  }

  /** Returns the bits of a channel, sign- or zero-extended. */
  private long bits(long at) {
    long inPage = at - pageKey;
    if (page == null
        || inPage >>> DeviceMemory.PAGE_BITS != 0
        || departures != memory.departures()) {
      page = memory.pageForRead(at, channelBytes);
      departures = memory.departures();
      pageKey = at & ~DeviceMemory.PAGE_MASK;
      inPage = at - pageKey;
    }
    int p = (int) inPage;
    long bits =
        switch (channelBytes) {
          case 1 -> page[p];
          case 2 -> (short) DeviceMemory.SHORT.get(page, p);
          default -> (int) DeviceMemory.INT.get(page, p);
        };
    return texture.signed() || channelBytes == 4
        ? bits
        : NumberConversions.extend(bits, 8 * channelBytes, false);
  }
}
