package io.lockstep.spi;

import io.lockstep.trace.record.Geometry;

/**
 * Divides a launch over a domain of pixels into wavefronts of quads of 2 x 2 pixels.
 *
 * <p>Tiles of 64 x 64 pixels come in the order of the trace, row by row. Within a tile, blocks of 8
 * x 8 pixels follow row by row; within a block, quads are in Morton order (interleaved bits of x
 * and y), like texels of a tiled surface. A wavefront takes as many quads as fit and does not span
 * tiles; lanes 0 to 3 of a quad are (0,0), (1,0), (0,1), (1,1). Pixels beyond the domain's edge
 * that complete a quad are helpers: they compute and fetch, but write nothing.
 *
 * <p>Sources: a wavefront of pixels is made of quads and shaded by 8 x 8 blocks on R600 to Cayman
 * (AMD, R700-Family Instruction Set Architecture, and the driver's tiling of colour buffers, which
 * blocks of 8 x 8 match); the order of quads within a block is not documented: an assumption.
 * Immutable and thread-safe.
 */
public final class PixelDomain {
  private static final int TILE = Geometry.PIXEL_TILE;
  private static final int BLOCK_QUADS = 16;
  private static final int QUAD = 4;

  private final int width;
  private final int height;
  private final int wavefront;
  private final int tilesX;
  private final int tilesY;

  /** Quads of a tile that a domain covers, by whether it is the last of its row and column. */
  private final int[][] quads = new int[4][];

  /**
   * Creates a domain.
   *
   * @param width pixels of a row
   * @param height rows
   * @param wavefront lanes of a wavefront, a multiple of 4
   */
  public PixelDomain(int width, int height, int wavefront) {
    if (width < 1 || height < 1 || wavefront % QUAD != 0) {
      throw new IllegalArgumentException(width + " x " + height + " pixels, " + wavefront);
    }
    this.width = width;
    this.height = height;
    this.wavefront = wavefront;
    tilesX = (width + TILE - 1) / TILE;
    tilesY = (height + TILE - 1) / TILE;
    for (int kind = 0; kind < quads.length; kind++) {
      int across = (kind & 1) != 0 ? width - (tilesX - 1) * TILE : TILE;
      int down = (kind & 2) != 0 ? height - (tilesY - 1) * TILE : TILE;
      quads[kind] = quads(across, down);
    }
  }

  /** Quads that contain a pixel of the domain, in order, each as the item of its first pixel. */
  private static int[] quads(int across, int down) {
    int[] found = new int[TILE * TILE / QUAD];
    int n = 0;
    for (int i = 0; i < found.length; i++) {
      int block = i / BLOCK_QUADS;
      int q = i % BLOCK_QUADS;
      int x = 8 * (block % (TILE / 8)) + 2 * (q & 1 | q >> 1 & 2);
      int y = 8 * (block / (TILE / 8)) + 2 * (q >> 1 & 1 | q >> 2 & 2);
      if (x < across && y < down) {
        found[n++] = y * TILE + x;
      }
    }
    return java.util.Arrays.copyOf(found, n);
  }

  private int[] quadsOf(int tileX, int tileY) {
    return quads[(tileX == tilesX - 1 ? 1 : 0) | (tileY == tilesY - 1 ? 2 : 0)];
  }

  private int wavefronts(int tileX, int tileY) {
    int perWavefront = wavefront / QUAD;
    return (quadsOf(tileX, tileY).length + perWavefront - 1) / perWavefront;
  }

  private int wavefrontsOfRow(int tileY) {
    return (tilesX - 1) * wavefronts(0, tileY) + wavefronts(tilesX - 1, tileY);
  }

  /**
   * Wavefronts as work-groups of one.
   *
   * @return a geometry in which every wavefront is a work-group of its own
   */
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
   * Wavefronts of a tile.
   *
   * @param tile number of the tile, from 0
   * @return how many wavefronts the tile is cut into
   */
  public int wavefronts(long tile) {
    return wavefronts((int) (tile % tilesX), (int) (tile / tilesX));
  }

  /**
   * The pixels of a wavefront.
   *
   * @param tile number of the tile
   * @param number of the wavefront in its tile
   * @param items receives each lane's work-item of the tile
   * @return lanes used
   */
  public int items(long tile, int number, int[] items) {
    int[] of = quadsOf((int) (tile % tilesX), (int) (tile / tilesX));
    int from = number * (wavefront / QUAD);
    int to = Math.min(of.length, from + wavefront / QUAD);
    int lane = 0;
    for (int q = from; q < to; q++) {
      items[lane++] = of[q];
      items[lane++] = of[q] + 1;
      items[lane++] = of[q] + TILE;
      items[lane++] = of[q] + TILE + 1;
    }
    return lane;
  }

  /**
   * Lanes of a wavefront that are pixels of the domain, not helpers.
   *
   * @param wavefrontNumber number of the wavefront in the launch, from 0
   * @return the lanes as a mask, lane 0 lowest
   */
  public long covered(long wavefrontNumber) {
    long tile = tileOf(wavefrontNumber);
    int[] items = new int[wavefront];
    int lanes = items(tile, (int) (wavefrontNumber - first(tile)), items);
    int across = width - (int) (tile % tilesX) * TILE;
    int down = height - (int) (tile / tilesX) * TILE;
    long mask = 0;
    for (int lane = 0; lane < lanes; lane++) {
      if (items[lane] % TILE < across && items[lane] / TILE < down) {
        mask |= 1L << lane;
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
