package io.lockstep.kernel.ir;

import java.util.Optional;

/**
 * How an image is read (OpenCL C 1.2, 6.12.14.1): apart from the image, unlike a texture's state.
 *
 * @param normalized whether coordinates run from 0 to 1
 * @param address what lies beyond the edge
 * @param filter what is read between texel centres
 */
public record SamplerInfo(boolean normalized, Address address, TextureInfo.Filter filter) {
  /** Bits of a sampler. */
  public static final int BITS = 6;

  /** OpenCL's address modes in the order of their numbers. */
  public enum Address {
    /** The program promises not to read outside; what it reads there is the edge. */
    NONE(TextureInfo.AddressMode.CLAMP),
    /** The texel at the edge. */
    CLAMP_TO_EDGE(TextureInfo.AddressMode.CLAMP),
    /** The border colour: zeros, and one in the fourth channel where the image lacks it. */
    CLAMP(TextureInfo.AddressMode.BORDER),
    /** The image again; normalized coordinates only. */
    REPEAT(TextureInfo.AddressMode.WRAP),
    /** The image mirrored in turn; normalized coordinates only. */
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
   * {@return the sampler of {@code CLK_NORMALIZED_COORDS_…}, {@code CLK_ADDRESS_…}, {@code
   * CLK_FILTER_…}}
   *
   * @param bits as OpenCL C's constants add up; others than the lower six are no sampler
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

  /** {@return its bits} */
  public int bits() {
    return (normalized ? NORMALIZED : 0)
        | address.ordinal() << 1
        | (filter == TextureInfo.Filter.LINEAR ? LINEAR : NEAREST);
  }

  /** {@return whether it repeats the image, which normalized coordinates alone can ask for} */
  public boolean repeats() {
    return address == Address.REPEAT || address == Address.MIRRORED_REPEAT;
  }

  /**
   * {@return an image as it is read with this sampler}
   *
   * @param image as the argument holds it
   */
  public TextureInfo view(TextureInfo image) {
    return new TextureInfo(
        image.buffer(),
        image.type(),
        image.signed(),
        image.channels(),
        image.width(),
        image.height(),
        image.depth(),
        image.format(),
        address.mode,
        filter,
        normalized);
  }
}
