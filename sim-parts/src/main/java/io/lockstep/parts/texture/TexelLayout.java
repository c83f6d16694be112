package io.lockstep.parts.texture;

import io.lockstep.kernel.ir.TextureInfo;

/** Where a device keeps the texels of a texture. Immutable and thread-safe. */
@FunctionalInterface
public interface TexelLayout {
  /** Texels as the host program has them: rows without gaps. */
  TexelLayout ROWS = (t, x, y, z) -> (((long) z * t.height() + y) * t.width() + x) * t.texelBytes();

  /**
   * {@return bytes from the texture's first texel to another; all within the texture}
   *
   * @param texture size and bytes of a texel
   * @param x number in its row
   * @param y row in its plane
   * @param z plane
   */
  long offset(TextureInfo texture, int x, int y, int z);
}
