// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.memory;

import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.parts.texture.TexelLayout;

/**
 * Lays out textures in tiles of 64 bytes by 4 rows ("roptiles"). Tiles are ordered along x, then y,
 * then z; the rows of a tile are consecutive. A texture of one row is linear, like CUDA's textures
 * in linear memory.
 *
 * <p>Source: envytools, hw/memory/g80-surface ("Tiled surfaces"), with bigtiles of one roptile,
 * since the size that drivers choose is not documented. Immutable and thread-safe.
 */
public final class RopTiles implements TexelLayout {
  private static final int TILE_WIDTH = 64;
  private static final int TILE_HEIGHT = 4;

  @Override
  public long offset(TextureInfo t, int x, int y, int z) {
    if (t.height() == 1 && t.depth() == 1) {
      return (long) x * t.texelBytes();
    }
    long across = ((long) t.width() * t.texelBytes() + TILE_WIDTH - 1) / TILE_WIDTH;
    long down = (t.height() + TILE_HEIGHT - 1) / TILE_HEIGHT;
    long byteX = (long) x * t.texelBytes();
    long tile = (z * down + y / TILE_HEIGHT) * across + byteX / TILE_WIDTH;
    return tile * TILE_WIDTH * TILE_HEIGHT
        + (long) y % TILE_HEIGHT * TILE_WIDTH
        + byteX % TILE_WIDTH;
  }
}
