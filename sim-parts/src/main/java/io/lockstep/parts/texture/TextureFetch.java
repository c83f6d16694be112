// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.texture;

import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Texels;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.TransactionSink;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.spi.LaunchPlan;

/**
 * Converts recorded coordinates of a wavefront's texture fetches to the cache lines that contain
 * their texels in the device's layout.
 *
 * <p>A fetch touches one texel or, with linear filtering, two, four or eight texels. Lanes that are
 * processed together (a quad, a quarter of a wavefront) request each line once, in the order in
 * which they need the lines. Texels beyond a border are not fetched. A texture begins at the
 * address of its buffer; padding of a layout may extend into the following memory. Surfaces are
 * accessed in the same way, with one texel per lane; accesses outside of a surface are clamped or
 * omitted, as the operation specifies. Not thread-safe.
 */
public final class TextureFetch {
  private static final byte NO_SURFACE = 0;
  private static final byte CLAMPS = 1;
  private static final byte LEAVES_OUT = 2;

  private static final int LINES = 64 * 8; // at most one line for each texel of each lane

  private final TexelLayout layout;
  private final int lineBytes;
  private final Access access = new Access();
  private final long[][] at = new long[3][64];
  private final int[] texture = new int[64];
  private final long[] lines = new long[LINES];

  private TextureInfo[] textures = new TextureInfo[0];
  private long[] place = new long[0];
  private byte[] dimensions = new byte[0]; // by memory slot, as the next arrays; without the layer
  private boolean[] layered = new boolean[0];
  private boolean[] filters = new boolean[0];
  private boolean[] formatted = new boolean[0]; // whether stores write whole texels
  private byte[] outside = new byte[0]; // handling of accesses outside a surface

  // State of the current fetch.
  private long mask;
  private int slot;
  private int known;
  private long texels;

  /**
   * Creates a fetch for a unit; call {@link #begin} before the first {@link #next}.
   *
   * @param layout layout of texels
   * @param lineBytes line size in bytes, a power of two
   */
  public TextureFetch(TexelLayout layout, int lineBytes) {
    this.layout = layout;
    this.lineBytes = lineBytes;
  }

  /**
   * Prepares for a launch.
   *
   * @param plan launch, which provides textures and buffer addresses
   */
  public void begin(LaunchPlan plan) {
    textures = plan.textures().toArray(TextureInfo[]::new);
    place = new long[textures.length];
    for (int t = 0; t < textures.length; t++) {
      place[t] = plan.bufferAddress()[textures[t].buffer()];
    }
    Kernel kernel = plan.code().kernel();
    dimensions = new byte[kernel.memorySlots()];
    layered = new boolean[dimensions.length];
    filters = new boolean[dimensions.length];
    formatted = new boolean[dimensions.length];
    outside = new byte[dimensions.length];
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        boolean surface = i.op() != Op.TEXTURE;
        if (i.op().isTexel() && i.isRecorded()) {
          int s = i.memory().slot();
          Texels texels = (Texels) i.variant();
          layered[s] = texels.geometry().isLayered();
          dimensions[s] = (byte) texels.geometry().dimensions();
          filters[s] = !surface && i.sourceType().isFloat();
          formatted[s] = i.isFormatted();
          // TRAP needs no handling: it ends the execution, so no outside access is recorded.
          outside[s] =
              !(texels instanceof Texels.Surface access)
                  ? NO_SURFACE
                  : access.outside() == Texels.Outside.ZERO ? LEAVES_OUT : CLAMPS;
        }
      }
    }
  }

  /**
   * Advances to the next fetch of a wavefront's active lanes.
   *
   * @param wavefronts wavefronts of the compute unit
   * @param wavefront slot of the wavefront
   * @param memorySlot the operation's first memory slot
   */
  public void next(Wavefronts wavefronts, int wavefront, int memorySlot) {
    slot = memorySlot;
    mask = wavefronts.mask(wavefront);
    int coordinates = dimensions[memorySlot] + (layered[memorySlot] ? 1 : 0);
    for (int d = 0; d < coordinates; d++) {
      wavefronts.access(wavefront, memorySlot + d, access);
      if (outside[memorySlot] != NO_SURFACE) {
        mask &= access.mask(); // helper pixels store nothing
      }
      for (long m = mask; m != 0; m &= m - 1) {
        int lane = Long.numberOfTrailingZeros(m);
        at[d][lane] = access.address(lane);
      }
    }
    for (long m = mask; m != 0; m &= m - 1) {
      int lane = Long.numberOfTrailingZeros(m);
      texture[lane] = TextureInfo.textureOf(at[0][lane]);
      at[0][lane] = TextureInfo.coordinateOf(at[0][lane]);
    }
    texels = 0;
  }

  /**
   * Converts a surface store to an access by lane; lanes outside of the surface are inactive.
   *
   * @param out receives the access
   * @param width number of lanes of a wavefront
   * @param bytes bytes that a lane stores; ignored for stores of whole texels
   */
  public void store(Access out, int width, int bytes) {
    long[] addresses = out.addresses();
    long stays = 0;
    for (long m = mask; m != 0; m &= m - 1) {
      int lane = Long.numberOfTrailingZeros(m);
      TextureInfo t = textures[texture[lane]];
      long x = at[0][lane] >> TextureInfo.FRACTION_BITS;
      int i = texel(t, x, t.width(), 0);
      int j = texel(t, y(lane, 0), t.height(), 1);
      int k = texel(t, z(lane, 0), t.depth(), 2);
      if ((i | j | k) >= 0) {
        stays |= 1L << lane;
        addresses[lane] = place[texture[lane]] + layout.offset(t, i, j, k);
      }
    }
    out.setScattered(stays, width, formatted[slot] ? texelBytes() : bytes);
  }

  /** Returns the index of a texel along one axis, or -1 if none is accessed. */
  private int texel(TextureInfo t, long i, int n, int dimension) {
    return switch (outside[slot]) {
      case NO_SURFACE -> t.resolve(i, n, dimension);
      case CLAMPS -> (int) Math.max(0, Math.min(n - 1, i));
      default -> i >= 0 && i < n ? (int) i : -1;
    };
  }

  private long y(int lane, long half) {
    return dimensions[slot] > 1 ? at[1][lane] - half >> TextureInfo.FRACTION_BITS : 0;
  }

  private long z(int lane, long half) {
    int n = dimensions[slot];
    return n > 2
        ? at[2][lane] - half >> TextureInfo.FRACTION_BITS
        : layered[slot] ? at[n][lane] >> TextureInfo.FRACTION_BITS : 0;
  }

  /** {@return the number of active lanes of the fetch} */
  public int active() {
    return Long.bitCount(mask);
  }

  /** {@return the number of texels processed by {@link #lines} since {@link #next}} */
  public long texels() {
    return texels;
  }

  /** {@return whether any lane interpolates between texels} */
  public boolean isFiltered() {
    boolean filtered = false;
    for (long m = filters[slot] ? mask : 0; m != 0; m &= m - 1) {
      TextureInfo t = textures[texture[Long.numberOfTrailingZeros(m)]];
      filtered |= t.filter() == TextureInfo.Filter.LINEAR;
    }
    return filtered;
  }

  /** {@return the size in bytes of the largest texel that a lane fetches} */
  public int texelBytes() {
    int bytes = 0;
    for (long m = mask; m != 0; m &= m - 1) {
      bytes = Math.max(bytes, textures[texture[Long.numberOfTrailingZeros(m)]].texelBytes());
    }
    return bytes;
  }

  /**
   * Determines the lines of a range of lanes.
   *
   * @param from first lane
   * @param count number of lanes that are processed together
   * @param out receives each line once
   */
  public void lines(int from, int count, TransactionSink out) {
    known = 0;
    long part = mask >>> from & (count == 64 ? -1L : (1L << count) - 1);
    for (; part != 0; part &= part - 1) {
      lane(from + Long.numberOfTrailingZeros(part));
    }
    for (int k = 0; k < known; k++) {
      out.transaction(lines[k], lineBytes);
    }
  }

  private void lane(int lane) {
    int number = texture[lane];
    TextureInfo t = textures[number];
    int n = dimensions[slot];
    boolean linear = filters[slot] && t.filter() == TextureInfo.Filter.LINEAR;
    long half = linear ? 1L << TextureInfo.FRACTION_BITS - 1 : 0;
    long x = at[0][lane] - half >> TextureInfo.FRACTION_BITS;
    long y = y(lane, half);
    long z = z(lane, half);
    int corners = linear ? 1 << n : 1;
    for (int c = 0; c < corners; c++) {
      int i = texel(t, x + (c & 1), t.width(), 0);
      int j = texel(t, y + (c >> 1 & 1), t.height(), 1);
      int k = texel(t, z + (c >> 2), t.depth(), 2);
      if ((i | j | k) >= 0) {
        texels++;
        add(place[number] + layout.offset(t, i, j, k) & -lineBytes);
      }
    }
  }

  private void add(long line) {
    for (int k = known - 1; k >= 0; k--) { // backwards: neighbours share lines
      if (lines[k] == line) {
        return;
      }
    }
    lines[known++] = line;
  }
}
