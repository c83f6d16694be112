// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import java.util.Arrays;
import java.util.Optional;

/**
 * Divides a launch over pixels into wavefronts of quads of 2 x 2 pixels.
 *
 * <p>A launch over a domain has tiles of 64 x 64 pixels, row by row in the order of the trace. A
 * launch over work-groups that runs as a pixel shader has a rectangle of pixels for each
 * work-group, filled row by row with its work-items: as wide as the work-group, or a compact block
 * if the group is one-dimensional, so that a wavefront has neighbouring work-items. In a tile or
 * rectangle, blocks of 8 x 8 pixels follow row by row; in a block, quads are in Morton order
 * (interleaved bits of x and y), like texels of a tiled surface. A wavefront takes as many quads as
 * fit and does not span tiles; lanes 0 to 3 of a quad are (0,0), (1,0), (0,1), (1,1). Pixels beyond
 * the edge that complete a quad are helpers: helpers of a domain compute and fetch but write
 * nothing; helpers of a rectangle are idle.
 *
 * <p>Sources: a wavefront of pixels is made of quads and shaded by 8 x 8 blocks on R600 to Cayman
 * (AMD, R700-Family Instruction Set Architecture, and the driver's tiling of colour buffers, which
 * blocks of 8 x 8 match); the order of quads within a block and the shape of a work-group's
 * rectangle are undocumented: assumptions. Immutable and thread-safe.
 */
public final class PixelDomain {
  private static final int TILE = Geometry.PIXEL_TILE;
  private static final int BLOCK = 8;
  private static final int BLOCK_QUADS = 16;
  private static final int QUAD = 4;

  private final int wavefront;
  private final int tilesX;
  private final int tilesY;

  /** Indexed by whether the tile is the last of its row (1) and of its column (2). */
  private final Tile[] tiles;

  /**
   * Work-items by lane, -1 for a helper of a rectangle, and whether each is a pixel of the launch.
   */
  private record Tile(int[] items, boolean[] inside) {}

  /**
   * Creates a domain.
   *
   * @param width pixels of a row
   * @param height rows
   * @param wavefront lanes of a wavefront, a multiple of 4
   */
  public PixelDomain(int width, int height, int wavefront) {
    this(tiles(width), tiles(height), wavefront, new Tile[4]);
    for (int kind = 0; kind < tiles.length; kind++) {
      int across = (kind & 1) != 0 ? width - (tilesX - 1) * TILE : TILE;
      int down = (kind & 2) != 0 ? height - (tilesY - 1) * TILE : TILE;
      tiles[kind] = tile(across, down, TILE, Long.MAX_VALUE, true);
    }
  }

  private PixelDomain(int tilesX, int tilesY, int wavefront, Tile[] tiles) {
    if (tilesX < 1 || tilesY < 1 || wavefront % QUAD != 0) {
      throw new IllegalArgumentException(tilesX + " x " + tilesY + " tiles, " + wavefront);
    }
    this.tiles = tiles;
    this.wavefront = wavefront;
    this.tilesX = tilesX;
    this.tilesY = tilesY;
  }

  private static int tiles(int side) {
    return Math.floorDiv(side + TILE - 1, TILE);
  }

  /**
   * {@return the pixels of a launch on a device; empty if it runs as a launch over work-groups}
   *
   * @param launch over a domain or over work-groups
   * @param device capabilities of the device
   * @throws RefusalException if there are more wavefronts than a launch can have
   */
  public static Optional<PixelDomain> of(HostStep.Launch launch, Capabilities device) {
    if (launch.isOfPixels()) {
      return Optional.of(
          new PixelDomain(launch.domainWidth(), launch.domainHeight(), device.wavefront()));
    }
    return device.computeKernels()
        ? Optional.empty()
        : Optional.of(ofGroups(launch.geometry(), device.wavefront()));
  }

  /**
   * {@return the pixels of a launch over work-groups: a rectangle for each}
   *
   * @param g work-groups and their sizes
   * @param wavefront lanes of a wavefront, a multiple of 4
   * @throws RefusalException if there are more wavefronts than a launch can have
   */
  public static PixelDomain ofGroups(Geometry g, int wavefront) {
    int size = g.groupSize();
    int row = g.sizeX();
    if (size == Math.max(row, Math.max(g.sizeY(), g.sizeZ()))) {
      row = 1;
      while (row < BLOCK && row * row < size) {
        row *= 2;
      }
    }
    Tile rectangle = tile(row, (size + row - 1) / row, row, size, false);
    long perGroup = (rectangle.items.length + wavefront - 1) / wavefront;
    if (g.groups() * perGroup > Integer.MAX_VALUE) {
      throw new RefusalException(
          g.groups() * perGroup + " wavefronts of pixels exceed " + Integer.MAX_VALUE);
    }
    Tile[] all = {rectangle, rectangle, rectangle, rectangle};
    return new PixelDomain((int) g.groups(), 1, wavefront, all);
  }

  /** Returns the quads that contain a pixel of the launch, in order. */
  private static Tile tile(int across, int down, int row, long size, boolean helpersRecorded) {
    int blocksX = (across + BLOCK - 1) / BLOCK;
    int blocks = blocksX * ((down + BLOCK - 1) / BLOCK);
    int[] items = new int[blocks * BLOCK_QUADS * QUAD];
    boolean[] inside = new boolean[items.length];
    int n = 0;
    for (int i = 0; i < blocks * BLOCK_QUADS; i++) {
      int block = i / BLOCK_QUADS;
      int q = i % BLOCK_QUADS;
      int x = BLOCK * (block % blocksX) + 2 * (q & 1 | q >> 1 & 2);
      int y = BLOCK * (block / blocksX) + 2 * (q >> 1 & 1 | q >> 2 & 2);
      if (!isInside(x, y, across, down, row, size)) {
        continue; // the first pixel of a quad is inside if any is
      }
      for (int corner = 0; corner < QUAD; corner++, n++) {
        int px = x + (corner & 1);
        int py = y + (corner >> 1);
        inside[n] = isInside(px, py, across, down, row, size);
        items[n] = inside[n] || helpersRecorded ? py * row + px : -1;
      }
    }
    return new Tile(Arrays.copyOf(items, n), Arrays.copyOf(inside, n));
  }

  private static boolean isInside(int x, int y, int across, int down, int row, long size) {
    return x < across && y < down && y * (long) row + x < size;
  }

  private Tile tileAt(int tileX, int tileY) {
    return tiles[(tileX == tilesX - 1 ? 1 : 0) | (tileY == tilesY - 1 ? 2 : 0)];
  }

  private int wavefronts(int tileX, int tileY) {
    return (tileAt(tileX, tileY).items.length + wavefront - 1) / wavefront;
  }

  private int wavefrontsOfRow(int tileY) {
    return (tilesX - 1) * wavefronts(0, tileY) + wavefronts(tilesX - 1, tileY);
  }

  /** {@return a geometry in which every wavefront is a work-group} */
  public Geometry geometry() {
    int rows = (tilesY - 1) * (tilesY > 1 ? wavefrontsOfRow(0) : 0);
    return new Geometry(rows + wavefrontsOfRow(tilesY - 1), 1, 1, wavefront, 1, 1);
  }

  /**
   * {@return number of the first wavefront of a tile}
   *
   * @param tile number of the tile, from 0
   */
  public long first(long tile) {
    int tileX = (int) (tile % tilesX);
    int tileY = (int) (tile / tilesX);
    long rows = tileY == 0 ? 0 : (long) tileY * wavefrontsOfRow(0);
    return rows + (long) tileX * (tilesX > 1 ? wavefronts(0, tileY) : 0);
  }

  /**
   * {@return the number of wavefronts of a tile}
   *
   * @param tile number of the tile, from 0
   */
  public int wavefronts(long tile) {
    return wavefronts((int) (tile % tilesX), (int) (tile / tilesX));
  }

  /**
   * Determines the work-items of a wavefront's lanes.
   *
   * @param tile number of the tile
   * @param number number of the wavefront in the tile
   * @param items receives each lane's work-item of the tile, without lanes that have none
   * @return number of lanes used
   */
  public int items(long tile, int number, int[] items) {
    int[] of = tileAt((int) (tile % tilesX), (int) (tile / tilesX)).items;
    int from = number * wavefront;
    int lanes = 0;
    for (int at = from; at < Math.min(of.length, from + wavefront); at++) {
      if (of[at] >= 0) {
        items[lanes++] = of[at];
      }
    }
    return lanes;
  }

  /**
   * {@return the mask of the lanes of a wavefront that are pixels of the launch, not helpers; lane
   * 0 is the lowest bit}
   *
   * @param wavefrontNumber number of the wavefront in the launch, from 0
   */
  public long covered(long wavefrontNumber) {
    long tile = tileOf(wavefrontNumber);
    Tile of = tileAt((int) (tile % tilesX), (int) (tile / tilesX));
    int from = (int) (wavefrontNumber - first(tile)) * wavefront;
    long mask = 0;
    int lane = 0;
    for (int at = from; at < Math.min(of.items.length, from + wavefront); at++) {
      if (of.items[at] >= 0) {
        mask |= of.inside[at] ? 1L << lane : 0;
        lane++;
      }
    }
    return mask;
  }

  private long tileOf(long number) {
    int ofRow = tilesY > 1 ? wavefrontsOfRow(0) : 0;
    int tileY = ofRow == 0 ? 0 : (int) Math.min(tilesY - 1, number / ofRow);
    long inRow = number - (long) tileY * ofRow;
    int ofTile = tilesX > 1 ? wavefronts(0, tileY) : 0;
    int tileX = ofTile == 0 ? 0 : (int) Math.min(tilesX - 1, inRow / ofTile);
    return (long) tileY * tilesX + tileX;
  }
}
