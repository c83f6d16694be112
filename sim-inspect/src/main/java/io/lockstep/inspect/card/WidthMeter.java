// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.card;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.PixelDomain;
import io.lockstep.spi.PixelWavefronts;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.Optional;

/**
 * Executes the work-groups of one kernel as wavefronts of one width, which diverge at branches and
 * meet again, and counts the executions of each block.
 */
final class WidthMeter {
  interface Visitor {
    /** Called at the start of a wavefront of consecutive work-items. */
    void wavefront(int firstItem, Geometry group);

    /** Called at the start of a wavefront of pixels. */
    void pixels(int[] items, int count, int tileWidth);

    /**
     * Called before a block is executed; implementations must read all its recorded memory
     * operations, which advances the cursor.
     */
    void block(Wavefronts wavefronts, int block, Access scratch);
  }

  private final Kernel kernel;
  private final int width;
  private final Wavefronts wavefronts;
  private final Access scratch = new Access();
  private final long[] visits;
  private final long[] lanes;
  private final long[] partings;
  private long started;
  private long begun;

  private Geometry geometry;
  private Geometry tile;
  private PixelDomain pixels;
  private int[] items = new int[0];

  WidthMeter(Kernel kernel, int width) {
    this.kernel = kernel;
    this.width = width;
    wavefronts = new Wavefronts(1, width, false);
    int blocks = kernel.blocks().size();
    visits = new long[blocks];
    lanes = new long[blocks];
    partings = new long[blocks];
  }

  int width() {
    return width;
  }

  void begin(HostStep.Launch launch, long[] bufferAddress) {
    tile = launch.geometry();
    pixels =
        launch.isOfPixels()
            ? new PixelDomain(launch.domainWidth(), launch.domainHeight(), width)
            : null;
    geometry = pixels == null ? tile : pixels.geometry();
    items = new int[width];
    wavefronts.begin(
        new LaunchPlan(
            new Portable(kernel),
            geometry,
            null,
            0,
            bufferAddress,
            launch.textures(),
            Optional.ofNullable(pixels),
            false));
  }

  /**
   * Executes one recorded work-group.
   *
   * @param visitor may be null
   */
  void group(WorkGroupRecord record, Visitor visitor) {
    if (pixels == null) {
      int items = record.items();
      for (int first = 0; first < items; first += width) {
        if (visitor != null) {
          visitor.wavefront(first, geometry);
        }
        walk(record, first, Math.min(width, items - first), visitor);
      }
      return;
    }
    PixelWavefronts cut = new PixelWavefronts(new One(record), pixels, tile);
    for (int n = 0; cut.next() == WorkGroupSource.Status.RECORD; n++) {
      int count = pixels.items(record.group(), n, items);
      if (visitor != null) {
        visitor.pixels(items, count, tile.sizeX());
      }
      walk(cut.record(), 0, count, visitor);
    }
  }

  private void walk(WorkGroupRecord record, int first, int count, Visitor visitor) {
    started++;
    begun += count;
    wavefronts.start(0, record, first, count);
    int flags;
    do {
      int block = wavefronts.block(0);
      visits[block]++;
      lanes[block] += Long.bitCount(wavefronts.mask(0));
      if (visitor != null) {
        visitor.block(wavefronts, block, scratch);
      }
      flags = wavefronts.advance(0);
      partings[block] += (flags & Wavefronts.DIVERGED) != 0 ? 1 : 0;
    } while ((flags & Wavefronts.ENDED) == 0);
  }

  long wavefronts() {
    return started;
  }

  long workItems() {
    return begun;
  }

  /** Returns the number of executions of a block by wavefronts. */
  long visits(int block) {
    return visits[block];
  }

  /** Returns the number of executions of a block by work-items. */
  long lanes(int block) {
    return lanes[block];
  }

  /** Returns the number of divergences of wavefronts at the end of a block. */
  long partings(int block) {
    return partings[block];
  }

  /** A kernel that was not compiled for any device. */
  private record Portable(Kernel kernel) implements MachineKernel {
    @Override
    public int registers() {
      return 0;
    }

    @Override
    public String assembly() {
      return "";
    }
  }

  private static final class One implements WorkGroupSource {
    private final WorkGroupRecord record;
    private boolean given;

    One(WorkGroupRecord record) {
      this.record = record;
    }

    @Override
    public Status next() {
      boolean first = !given;
      given = true;
      return first ? Status.RECORD : Status.END;
    }

    @Override
    public WorkGroupRecord record() {
      return record;
    }
  }
}
