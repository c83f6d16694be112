// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.texture;

import io.lockstep.kernel.ir.TextureInfo;

/** The layout of a texture's texels in memory. Immutable and thread-safe. */
@FunctionalInterface
public interface TexelLayout {
  /** The host's layout: rows without gaps. */
  TexelLayout ROWS = (t, x, y, z) -> (((long) z * t.height() + y) * t.width() + x) * t.texelBytes();

  /**
   * {@return byte offset of a texel within the texture}
   *
   * @param texture size and bytes of a texel
   * @param x texel within its row
   * @param y row within its plane
   * @param z plane
   */
  long offset(TextureInfo texture, int x, int y, int z);
}
