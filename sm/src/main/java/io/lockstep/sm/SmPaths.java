// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.parts.unit.WavefrontPaths;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.ControlBits;
import io.lockstep.sm.code.Pipe;
import io.lockstep.sm.code.SassCode;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Records critical paths of warps: a row depends on the warp's previous row, the counters in its
 * wait mask, room in a memory unit, and arbitration for the port. Created only when critical paths
 * are requested.
 */
final class SmPaths extends SmProbe {
  private static final int NONE = ControlBits.NO_COUNTER;

  private final WavefrontPaths paths;
  private final WarpTable warps;
  private final CopyGroups copies;
  private final MemoryUnit[] units; // the first level, the constant cache
  private final Supplier<SassCode> code;
  private Path[] counters; // by warp and counter: the latest operation that it waits for
  private final Path[] roomMade;
  private Path written; // the latest write for which fences wait

  SmPaths(WavefrontPaths wanted, SmMemory.Warps of, MemoryUnit[] units, Supplier<SassCode> code) {
    paths = wanted;
    warps = of.table();
    copies = of.groups();
    this.units = units;
    this.code = code;
    counters = new Path[0];
    roomMade = new Path[units.length];
  }

  @Override
  void started(int warp) {
    counters = Arrays.copyOf(counters, Math.max(counters.length, place(warps.slots(), 0)));
    Arrays.fill(counters, place(warp, 0), place(warp + 1, 0), null);
  }

  /** Returns the place of a counter, copy or entry of the scoreboard. */
  private int place(int warp, int counter) {
    return warp * (ControlBits.ENTRIES + code.get().entries) + counter;
  }

  @Override
  void accepts(int unit) {
    roomMade[unit] = units[unit].cause();
  }

  private int unit(int warp) {
    int what = warps.resource[warp];
    boolean level = what == Pipes.FIRST_LEVEL || what == Pipes.TEXTURE;
    return level ? 0 : what == Pipes.CONSTANTS ? 1 : -1;
  }

  private void waits(int warp, int row) {
    SassCode of = code.get();
    int mask = of.isWideFence(row) ? of.waits[row] | WarpTable.STORES_MASK : of.waits[row];
    for (int left = mask; left != 0; left &= left - 1) {
      paths.needs(warp, counters[place(warp, Integer.numberOfTrailingZeros(left))]);
    }
    for (int i = of.needed.start[row]; i < of.needed.start[row + 1]; i++) {
      paths.needs(warp, counters[place(warp, ControlBits.ENTRIES + of.needed.values[i])]);
    }
    if (of.isWideFence(row)) {
      paths.needs(warp, written);
    }
    if (of.leaves[row] >= 0) {
      int end = copies.end(warp, of.leaves[row]);
      for (int group = copies.oldest(warp); group < end; group++) {
        int place = WarpTable.COPIES + (group & CopyGroups.MOST - 1);
        paths.needs(warp, counters[place(warp, place)]);
      }
    }
  }

  @Override
  void fetches(int warp, int row, long tick, long there) {
    waits(warp, row);
    paths.to(warp, tick, PathResource.PORT, row);
    paths.to(warp, there, PathResource.FIRST_LEVEL, row);
  }

  @Override
  void turn(int warp, int row, long tick) {
    waits(warp, row);
    int unit = unit(warp);
    if (unit >= 0) {
      paths.needs(warp, roomMade[unit]);
    }
    paths.to(warp, tick, PathResource.PORT, row);
    if (unit >= 0) {
      units[unit].issuer(paths.at(warp));
    }
  }

  @Override
  void results(int warp, int row, Pipe pipe) {
    PathResource spent =
        switch (pipe) {
          case SHARED, SHUFFLE -> PathResource.LOCAL_MEMORY;
          case GLOBAL, PRIVATE, CONSTANT, TEXTURE -> PathResource.FIRST_LEVEL;
          default -> PathResource.DEPENDENCY;
        };
    counts(warp, code.get().writes[row], spent);
    counts(warp, code.get().reads[row], spent);
    int access = code.get().access[row];
    if (access == AccessKind.COPY.ordinal() || access == AccessKind.FILL.ordinal()) {
      int place = WarpTable.COPIES + copies.open(warp);
      add(warp, place, paths.at(warp).to(copies.known(warp), spent));
    }
  }

  private void counts(int warp, int counter, PathResource spent) {
    if (counter != NONE) {
      long until = warps.known(warp, counter);
      add(warp, counter, paths.at(warp).to(until, spent));
    }
  }

  private void add(int warp, int counter, Path path) {
    int i = place(warp, counter);
    counters[i] = Path.later(counters[i], path);
  }

  @Override
  void arrives(int unit, int warp, int token, int counter, long tick) {
    Path data = units[unit].path(token);
    if (counter != NONE) {
      add(warp, counter, (data == null ? paths.at(warp) : data).to(tick, PathResource.FIRST_LEVEL));
    }
  }

  @Override
  void acknowledged(int token, long tick) {
    Path data = units[0].path(token);
    if (data != null) {
      written = Path.later(written, data.to(tick, PathResource.FIRST_LEVEL));
    }
  }

  @Override
  void polled(int warp, int row, int token, long tick) {
    paths.needs(warp, units[0].path(token));
    paths.to(warp, tick, PathResource.FIRST_LEVEL, row);
  }

  @Override
  void goesOn(int warp, int row, long portFree, long floor) {
    paths.to(warp, portFree, PathResource.ISSUE, row);
    paths.to(warp, floor, PathResource.DEPENDENCY, row);
  }

  @Override
  void passes(int warp, int row, long floor) {
    paths.to(warp, floor, PathResource.BARRIER, row);
  }
}
