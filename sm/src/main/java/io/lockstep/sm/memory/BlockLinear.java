// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.memory;

import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.parts.texture.TexelLayout;

/**
 * Lays out textures in groups of bytes (GOBs) of 64 bytes by 8 rows. A sector of 32 bytes holds 16
 * bytes of two rows. Up to 16 GOBs above each other are a block; blocks are ordered along x, then
 * y, then z. A texture of one row is linear, like CUDA's textures in linear memory.
 *
 * <p>Source: NVIDIA, Tegra X1 Technical Reference Manual, block linear surfaces. Its generation is
 * Maxwell; that later ones order the bytes of a GOB alike is assumed. The height of a block is the
 * choice of drivers for small surfaces: the smallest power of two that covers the rows. Immutable
 * and thread-safe.
 */
public final class BlockLinear implements TexelLayout {
  private static final int GOB_WIDTH = 64;
  private static final int GOB_HEIGHT = 8;
  private static final int GOB = GOB_WIDTH * GOB_HEIGHT;
  private static final int MOST = 16; // GOBs of a block

  @Override
  public long offset(TextureInfo t, int x, int y, int z) {
    if (t.height() == 1 && t.depth() == 1) {
      return (long) x * t.texelBytes();
    }
    long byteX = (long) x * t.texelBytes();
    long across = ((long) t.width() * t.texelBytes() + GOB_WIDTH - 1) / GOB_WIDTH;
    int down = (t.height() + GOB_HEIGHT - 1) / GOB_HEIGHT;
    int stacked = down >= MOST ? MOST : Integer.highestOneBit(2 * down - 1);
    long blocks = (down + stacked - 1) / stacked;
    int gobY = y / GOB_HEIGHT;
    long block = (z * blocks + gobY / stacked) * across + byteX / GOB_WIDTH;
    return (block * stacked + gobY % stacked) * GOB + within((int) (byteX % GOB_WIDTH), y % 8);
  }

  /** Bits of the offset within a GOB, from the highest: x5, y2, y1, x4, y0, x3 to x0. */
  private static int within(int x, int y) {
    return (x & 0x20) << 3 | (y & 6) << 5 | (x & 0x10) << 1 | (y & 1) << 4 | x & 0xf;
  }
}
