// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.argument;

import io.lockstep.kernel.ir.Address;
import java.util.Optional;

/**
 * An OpenCL sampler (OpenCL C 1.2, 6.12.14.1), which is separate from the image.
 *
 * @param normalized whether coordinates range from 0 to 1
 * @param address the address mode
 * @param filter nearest texel or linear
 */
public record SamplerInfo(boolean normalized, Address address, TextureInfo.Filter filter) {
  /** Number of bits that encode a sampler. */
  public static final int BITS = 6;

  /** OpenCL's address modes in the order of their numbers. */
  public enum Address {
    /** The program must not read outside; such reads return the edge. */
    NONE(TextureInfo.AddressMode.CLAMP),
    /** The texel at the edge. */
    CLAMP_TO_EDGE(TextureInfo.AddressMode.CLAMP),
    /** The border colour: zeros, and one in a missing fourth channel. */
    CLAMP(TextureInfo.AddressMode.BORDER),
    /** Repeats the image; only for normalized coordinates. */
    REPEAT(TextureInfo.AddressMode.WRAP),
    /** Repeats the image, every other time mirrored; only for normalized coordinates. */
    MIRRORED_REPEAT(TextureInfo.AddressMode.MIRROR);

    private final TextureInfo.AddressMode mode;

    Address(TextureInfo.AddressMode mode) {
      this.mode = mode;
    }
  }

  private static final int NORMALIZED = 1;
  private static final int NEAREST = 0x10;
  private static final int LINEAR = 0x20;

  /**
   * {@return the sampler that OpenCL C's constants encode; empty if they are inconsistent}
   *
   * @param bits sum of {@code CLK_NORMALIZED_COORDS_…}, {@code CLK_ADDRESS_…} and {@code
   *     CLK_FILTER_…}
   */
  public static Optional<SamplerInfo> of(int bits) {
    int filter = bits & (NEAREST | LINEAR);
    int address = bits >> 1 & 7;
    if (bits >> BITS != 0 || address >= Address.values().length || filter == (NEAREST | LINEAR)) {
      return Optional.empty();
    }
    return Optional.of(
        new SamplerInfo(
            (bits & NORMALIZED) != 0,
            Address.values()[address],
            filter == LINEAR ? TextureInfo.Filter.LINEAR : TextureInfo.Filter.NEAREST));
  }

  /** {@return the encoding as in {@link #of(int)}} */
  public int bits() {
    return (normalized ? NORMALIZED : 0)
        | address.ordinal() << 1
        | (filter == TextureInfo.Filter.LINEAR ? LINEAR : NEAREST);
  }

  /** {@return whether the sampler repeats the image, which requires normalized coordinates} */
  public boolean repeats() {
    return address == Address.REPEAT || address == Address.MIRRORED_REPEAT;
  }

  /**
   * {@return an image with the sampler's address mode and filter}
   *
   * @param image the image of the argument
   */
  public TextureInfo view(TextureInfo image) {
    return new TextureInfo(
        image.buffer(),
        image.texel(),
        image.extent(),
        new TextureInfo.Sampling(address.mode, filter, normalized));
  }
}
