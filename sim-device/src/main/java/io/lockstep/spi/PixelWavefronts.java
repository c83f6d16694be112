// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.RunKind;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.Waits;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Divides recorded work-groups, or tiles of pixels, into the wavefronts of a {@link PixelDomain};
 * each becomes a separate work-group, since pixels share nothing. Affine address formulas of a tile
 * become one row of offsets per wavefront, independent of the number of executions. Not
 * thread-safe.
 */
public final class PixelWavefronts implements WorkGroupSource {
  private final WorkGroupSource tiles;
  private final PixelDomain domain;
  private final Geometry shape;
  private final int[] items;
  private List<Cut> cuts = List.of();
  private long tile;
  private int next;
  private int count;
  private WorkGroupRecord record;

  /**
   * Creates a source of wavefronts; no tile has been pulled.
   *
   * @param tiles the launch's work-groups as recorded
   * @param domain the division into wavefronts
   * @param tile sizes of a recorded work-group
   */
  public PixelWavefronts(WorkGroupSource tiles, PixelDomain domain, Geometry tile) {
    this.tiles = tiles;
    this.domain = domain;
    shape = tile;
    items = new int[domain.geometry().sizeX()];
  }

  @Override
  public Status next() {
    while (next == count) {
      Status status = tiles.next();
      if (status != Status.RECORD) {
        record = null;
        return status;
      }
      WorkGroupRecord whole = tiles.record();
      tile = whole.group();
      cuts = whole.segments().stream().map(s -> new Cut(s, shape)).toList();
      next = 0;
      count = domain.wavefronts(tile);
    }
    int lanes = domain.items(tile, next, items);
    List<Segment> segments = new ArrayList<>();
    for (Cut cut : cuts) {
      segments.add(cut.of(items, lanes));
    }
    record = new WorkGroupRecord(domain.first(tile) + next++, segments);
    return Status.RECORD;
  }

  @Override
  public WorkGroupRecord record() {
    return record;
  }

  /** A segment of a tile with the data shared by all its wavefronts. */
  private static final class Cut {
    private final Segment tile;
    private final int sizeX;
    private final int sizeY;
    private final int[] firstBlock;
    private final int[] blockCount;
    private final int[] outcomeBit;
    private final int[] slotRun;
    private final int[] first;
    private final int[] count;
    private final byte[] kinds;
    private final long[] bases;
    private final long[] steps;
    private final int[] from; // index of the run in the tile
    private final int runs;

    Cut(Segment tile, Geometry shape) {
      this.tile = tile;
      sizeX = shape.sizeX();
      sizeY = shape.sizeY();
      int paths = tile.paths();
      firstBlock = new int[paths];
      blockCount = new int[paths];
      outcomeBit = new int[paths + 1];
      for (int p = 0; p < paths; p++) {
        firstBlock[p] = tile.firstBlock(p);
        blockCount[p] = tile.blockCount(p);
        outcomeBit[p] = tile.firstOutcome(p);
        outcomeBit[p + 1] = tile.endOutcome(p);
      }
      slotRun = new int[tile.slots() + 1];
      int total = 0;
      for (int slot = 0; slot < tile.slots(); slot++) {
        slotRun[slot] = total;
        for (int r = tile.firstRun(slot); r < end(slot); r++) {
          total += isWide(r) ? tile.runCount(r) : 1;
        }
      }
      slotRun[tile.slots()] = total;
      runs = total;
      first = new int[runs];
      count = new int[runs];
      kinds = new byte[runs];
      bases = new long[runs];
      steps = new long[runs];
      from = new int[runs];
      int n = 0;
      for (int r = 0; r < tile.runs(); r++) {
        boolean wide = isWide(r);
        for (int k = 0; k < (wide ? tile.runCount(r) : 1); k++, n++) {
          RunKind kind = tile.kind(r);
          first[n] = tile.runFirst(r) + k;
          count[n] = wide ? 1 : tile.runCount(r);
          kinds[n] =
              (byte)
                  (kind == RunKind.UNIFORM ? kind : wide ? RunKind.SCATTER_WIDE : RunKind.SCATTER)
                      .ordinal();
          bases[n] = wide ? 0 : tile.base(r, first[n]);
          steps[n] = wide ? 0 : tile.step(r);
          from[n] = r;
        }
      }
    }

    private int end(int slot) {
      return slot + 1 < tile.slots() ? tile.firstRun(slot + 1) : tile.runs();
    }

    /** Returns whether offsets exceed 32 bits; each execution then becomes a separate run. */
    private boolean isWide(int run) {
      long reach =
          Math.abs((long) tile.stride(run, 0)) * sizeX
              + Math.abs((long) tile.stride(run, 1)) * sizeY
              + Math.abs((long) tile.stride(run, 2)) * (tile.workItems() / (sizeX * sizeY));
      return tile.kind(run) == RunKind.SCATTER_WIDE
          || tile.kind(run) == RunKind.AFFINE && reach > Integer.MAX_VALUE;
    }

    Segment of(int[] items, int lanes) {
      int[] pathOf = null;
      if (!tile.isUniform()) {
        pathOf = new int[lanes];
        for (int lane = 0; lane < lanes; lane++) {
          pathOf[lane] = tile.pathOf(items[lane]);
        }
      }
      int narrow = 0;
      int wide = 0;
      for (int n = 0; n < runs; n++) {
        narrow += kinds[n] == RunKind.SCATTER.ordinal() ? lanes : 0;
        wide += kinds[n] == RunKind.SCATTER_WIDE.ordinal() ? lanes : 0;
      }
      int[] pool = new int[narrow];
      long[] widePool = new long[wide];
      int[] poolStart = new int[runs];
      narrow = 0;
      wide = 0;
      for (int n = 0; n < runs; n++) {
        if (kinds[n] == RunKind.SCATTER.ordinal()) {
          poolStart[n] = narrow;
          for (int lane = 0; lane < lanes; lane++) {
            pool[narrow++] = offset(from[n], items[lane]);
          }
        } else if (kinds[n] == RunKind.SCATTER_WIDE.ordinal()) {
          poolStart[n] = wide;
          for (int lane = 0; lane < lanes; lane++) {
            widePool[wide++] = address(from[n], first[n], items[lane]);
          }
        }
      }
      return new Segment(
          lanes,
          new Segment.Paths(pathOf, firstBlock, blockCount, outcomeBit, tile.outcomes()),
          new Segment.Occurrences(slotRun, first, count),
          new Segment.Formulas(kinds, bases, steps, new int[3 * runs]),
          new Segment.Scatters(poolStart, new int[runs], pool, widePool),
          Waits.NONE);
    }

    /** Returns the offset of a work-item from the run's base; undefined for inactive work-items. */
    private int offset(int run, int item) {
      if (tile.kind(run) == RunKind.AFFINE) {
        return tile.stride(run, 0) * (item % sizeX)
            + tile.stride(run, 1) * (item / sizeX % sizeY)
            + tile.stride(run, 2) * (item / (sizeX * sizeY));
      }
      int at = tile.poolStart(run) + item - tile.low(run);
      return item < tile.low(run) || at >= tile.pool().length ? 0 : tile.pool()[at];
    }

    private long address(int run, int n, int item) {
      if (tile.kind(run) == RunKind.SCATTER_WIDE) {
        int at = tile.poolStart(run) + item - tile.low(run);
        return item < tile.low(run) || at >= tile.widePool().length ? 0 : tile.widePool()[at];
      }
      return tile.base(run, n)
          + (long) tile.stride(run, 0) * (item % sizeX)
          + (long) tile.stride(run, 1) * (item / sizeX % sizeY)
          + (long) tile.stride(run, 2) * (item / (sizeX * sizeY));
    }
  }
}
