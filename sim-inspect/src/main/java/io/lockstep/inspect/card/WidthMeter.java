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
 * Walks the work-groups of one kernel as wavefronts of one width, which part and meet again at
 * immediate post-dominators, and counts who executes which block. Not thread-safe.
 */
final class WidthMeter {
  /** Told of every wavefront and every block that one executes. */
  interface Visitor {
    /** A wavefront of consecutive work-items begins. */
    void wavefront(int firstItem, Geometry group);

    /** A wavefront of pixels begins. */
    void pixels(int[] items, int count, int tileWidth);

    /** It is about to execute a block: every recorded memory operation has to be read. */
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

  // Launch.
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

  /** Prepares for a launch. */
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
            Optional.ofNullable(pixels)));
  }

  /** Walks one recorded work-group. */
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

  /** Wavefronts walked. */
  long wavefronts() {
    return started;
  }

  /** Work-items of the wavefronts walked. */
  long workItems() {
    return begun;
  }

  /** How often wavefronts executed a block. */
  long visits(int block) {
    return visits[block];
  }

  /** How often work-items executed a block. */
  long lanes(int block) {
    return lanes[block];
  }

  /** How often the lanes of a wavefront went different ways at its end. */
  long partings(int block) {
    return partings[block];
  }

  /** A kernel that is no machine's yet. */
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

  /** A launch of a single work-group. */
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
