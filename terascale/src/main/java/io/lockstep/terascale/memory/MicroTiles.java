// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.memory;

import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.parts.texture.TexelLayout;

/**
 * Lays out textures in micro tiles of 8 x 8 texels. Tiles are ordered along x, then y, then z; the
 * texels of a tile are in Morton order. A texture of one row is linear.
 *
 * <p>Source: AMD's address library (addrlib, r800), tile mode ARRAY_1D_TILED_THIN1 of surfaces that
 * are not displayed. The two-dimensional modes, which also rotate banks and pipes, are not
 * modelled. Immutable and thread-safe.
 */
public final class MicroTiles implements TexelLayout {
  private static final int SIDE_BITS = 3;
  private static final int IN_TILE = (1 << SIDE_BITS) - 1;

  @Override
  public long offset(TextureInfo t, int x, int y, int z) {
    if (t.height() == 1 && t.depth() == 1) {
      return (long) x * t.texelBytes();
    }
    long across = (t.width() + IN_TILE) >> SIDE_BITS;
    long down = (t.height() + IN_TILE) >> SIDE_BITS;
    long tile = (z * down + (y >> SIDE_BITS)) * across + (x >> SIDE_BITS);
    return ((tile << 2 * SIDE_BITS) + spread(x & IN_TILE) + 2 * spread(y & IN_TILE))
        * t.texelBytes();
  }

  /** Moves bits 0, 1, 2 to positions 0, 2, 4. */
  private static int spread(int bits) {
    return bits & 1 | (bits & 2) << 1 | (bits & 4) << 2;
  }
}
