// SPDX-License-Identifier: Apache-2.0
package io.lockstep.testsupport;

import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.type.Type;
import io.lockstep.parts.texture.TexelLayout;
import java.util.HashSet;
import java.util.Set;

public final class TexturePlaces {
  private TexturePlaces() {}

  public static TextureInfo texture(int channels, int width, int height, int depth) {
    return new TextureInfo(
        0,
        new TextureInfo.Texel(Type.F32, true, channels, TextureInfo.Format.ELEMENT),
        new TextureInfo.Extent(width, height, depth),
        new TextureInfo.Sampling(TextureInfo.AddressMode.CLAMP, TextureInfo.Filter.NEAREST, false));
  }

  /**
   * @throws AssertionError if texels overlap or are not aligned to their size
   */
  public static void requireDistinct(TexelLayout layout, TextureInfo t) {
    Set<Long> places = new HashSet<>();
    for (int z = 0; z < t.depth(); z++) {
      for (int y = 0; y < t.height(); y++) {
        for (int x = 0; x < t.width(); x++) {
          long at = layout.offset(t, x, y, z);
          if (at % t.texelBytes() != 0 || !places.add(at)) {
            throw new AssertionError("texel (" + x + ", " + y + ", " + z + ") at " + at);
          }
        }
      }
    }
  }
}
