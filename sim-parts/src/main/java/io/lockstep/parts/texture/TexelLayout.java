// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.texture;

import io.lockstep.kernel.argument.TextureInfo;

/** The layout of a texture's texels in memory. Immutable and thread-safe. */
@FunctionalInterface
public interface TexelLayout {
  /** The host's layout: row-major order without padding. */
  TexelLayout ROWS = (t, x, y, z) -> (((long) z * t.height() + y) * t.width() + x) * t.texelBytes();

  /**
   * {@return the byte offset of a texel within the texture}
   *
   * @param texture sizes of the texture and of its texels
   * @param x index of the texel within its row
   * @param y index of the row within its plane
   * @param z index of the plane
   */
  long offset(TextureInfo texture, int x, int y, int z);
}
