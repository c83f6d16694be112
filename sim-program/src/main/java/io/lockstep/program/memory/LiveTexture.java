// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.memory;

import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.type.Type;
import io.lockstep.program.message.Message;
import io.lockstep.program.message.Protocol;
import io.lockstep.program.message.ProtocolException;
import io.lockstep.program.message.RefusedException;
import java.util.List;

/** Reads the message that describes a view of memory as a texture. */
public final class LiveTexture {
  private static final int MOST_SIDE = 131072;

  /** Channels in the order of their numbers. */
  private enum Channel {
    U8(Type.I8, false, TextureInfo.Format.ELEMENT),
    I8(Type.I8, true, TextureInfo.Format.ELEMENT),
    U16(Type.I16, false, TextureInfo.Format.ELEMENT),
    I16(Type.I16, true, TextureInfo.Format.ELEMENT),
    U32(Type.I32, false, TextureInfo.Format.ELEMENT),
    I32(Type.I32, true, TextureInfo.Format.ELEMENT),
    F16(Type.F16, false, TextureInfo.Format.ELEMENT),
    F32(Type.F32, false, TextureInfo.Format.ELEMENT),
    UNORM8(Type.I8, false, TextureInfo.Format.UNORM),
    SNORM8(Type.I8, true, TextureInfo.Format.SNORM),
    UNORM16(Type.I16, false, TextureInfo.Format.UNORM),
    SNORM16(Type.I16, true, TextureInfo.Format.SNORM),
    SRGB8(Type.I8, false, TextureInfo.Format.SRGB);

    private final Type type;
    private final boolean signed;
    private final TextureInfo.Format format;

    Channel(Type type, boolean signed, TextureInfo.Format format) {
      this.type = type;
      this.signed = signed;
      this.format = format;
    }
  }

  /** Address modes in the order of their numbers. */
  private static final List<TextureInfo.AddressMode> MODES =
      List.of(
          TextureInfo.AddressMode.CLAMP,
          TextureInfo.AddressMode.CLAMP,
          TextureInfo.AddressMode.BORDER,
          TextureInfo.AddressMode.WRAP,
          TextureInfo.AddressMode.MIRROR);

  private LiveTexture() {}

  /** Reads a texture and checks that the memory holds it. */
  public static TextureInfo of(Message message, LiveMemory memory) {
    long address = message.word();
    Channel channel =
        Channel.values()[message.number(Channel.values().length - 1, "a kind of channel")];
    int channels = message.number(4, "channels");
    int width = message.number(MOST_SIDE, "a width");
    int height = message.number(MOST_SIDE, "a height");
    int depth = message.number(MOST_SIDE, "a depth");
    TextureInfo.AddressMode x = mode(message);
    TextureInfo.AddressMode y = mode(message);
    TextureInfo.AddressMode z = mode(message);
    TextureInfo.Filter filter = TextureInfo.Filter.values()[message.number(1, "a filter")];
    boolean normalized = message.number(1, "normalized") == 1;
    TextureInfo.Border border =
        new TextureInfo.Border(
            message.number(), message.number(), message.number(), message.number());
    if (width == 0 || height == 0 || depth == 0 || channels == 0 || channels == 3) {
      throw new ProtocolException("a texture of 1, 2 or 4 channels with a size");
    }
    double texels = (double) width * height * depth;
    if (texels * channels * channel.type.bytes() > 0x1p40) {
      throw new RefusedException(Protocol.Status.REFUSED, "a texture of more than 1 TiB");
    }
    LiveMemory.Range range =
        memory.range(address, (long) width * height * depth * channels * channel.type.bytes());
    if (range.offset() != 0) {
      throw new RefusedException(
          Protocol.Status.REFUSED, "a texture that does not start at its allocation");
    }
    return new TextureInfo(
        range.buffer(),
        new TextureInfo.Texel(channel.type, channel.signed, channels, channel.format),
        new TextureInfo.Extent(width, height, depth),
        new TextureInfo.Sampling(new TextureInfo.Edges(x, y, z, border), filter, normalized));
  }

  private static TextureInfo.AddressMode mode(Message message) {
    return MODES.get(message.number(MODES.size() - 1, "an address mode"));
  }
}
