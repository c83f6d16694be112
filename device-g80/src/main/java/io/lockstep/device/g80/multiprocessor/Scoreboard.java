// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import io.lockstep.device.g80.code.WarpCode;
import io.lockstep.lower.rows.RowLists;
import io.lockstep.spi.path.Path;
import java.util.Arrays;

/**
 * The ready time of each warp's registers: a tick, or the load that will fill the register.
 *
 * <p>A warp issues in order. The next row waits until its sources are ready and its destinations
 * have no outstanding write, where they are the same hardware registers. A copy that the register
 * allocator removed takes over the entry of its source, including the number of a load.
 */
final class Scoreboard {
  /** An entry that waits for a load is this value plus the number of the load. */
  static final long PENDING = Long.MAX_VALUE - (1L << 30);

  private final boolean[] copied;
  private final int[] loads;
  private long[] ready = new long[0];
  private Path[] paths; // parallel to ready; null unless critical paths are requested
  private boolean followed;
  private int registers;
  private RowLists sources;
  private RowLists destinations;
  private RowLists overwritten;

  Scoreboard(int warps) {
    copied = new boolean[warps];
    loads = new int[warps];
  }

  void begin(WarpCode code) {
    sources = code.sources;
    destinations = code.destinations;
    overwritten = code.overwritten;
    registers = code.kernel().registers().size();
    int need = loads.length * registers;
    if (ready.length < need) {
      ready = new long[need];
    }
    paths = followed ? new Path[need] : null;
  }

  /** Enables or disables critical paths from the next launch on. */
  void follow(boolean wanted) {
    followed = wanted;
  }

  /** Returns the latest critical path among the registers that a row needs, or null. */
  Path path(int warp, int row) {
    return Path.later(path(sources, warp, row), path(overwritten, warp, row));
  }

  /** Returns the latest critical path among some registers of a row, or null. */
  private Path path(RowLists of, int warp, int row) {
    int base = warp * registers;
    Path last = null;
    for (int i = of.start[row], n = of.start[row + 1]; i < n; i++) {
      last = Path.later(last, paths[base + of.values[i]]);
    }
    return last;
  }

  void path(int warp, int row, Path path) {
    int base = warp * registers;
    for (int i = destinations.start[row], n = destinations.start[row + 1]; i < n; i++) {
      paths[base + destinations.values[i]] = path;
    }
  }

  /** Returns the ready tick of a row's results, at least {@link #PENDING} if unknown; 0 if none. */
  long result(int warp, int row) {
    int first = destinations.start[row];
    return first == destinations.start[row + 1]
        ? 0
        : ready[warp * registers + destinations.values[first]];
  }

  void clear(int warp) {
    Arrays.fill(ready, warp * registers, (warp + 1) * registers, 0);
    if (paths != null) {
      Arrays.fill(paths, warp * registers, (warp + 1) * registers, null);
    }
    copied[warp] = false;
    loads[warp] = 0;
  }

  /** Returns the tick at which a row's registers are ready, or {@link #PENDING}. */
  long ready(int warp, int row) {
    return Math.min(Math.max(latest(sources, warp, row), latest(overwritten, warp, row)), PENDING);
  }

  private long latest(RowLists of, int warp, int row) {
    int base = warp * registers;
    long latest = 0;
    for (int i = of.start[row], n = of.start[row + 1]; i < n; i++) {
      latest = Math.max(latest, ready[base + of.values[i]]);
    }
    return latest;
  }

  void set(int warp, int row, long tick) {
    int base = warp * registers;
    for (int i = destinations.start[row], n = destinations.start[row + 1]; i < n; i++) {
      ready[base + destinations.values[i]] = tick;
    }
  }

  void setPending(int warp, int row, int load) {
    loads[warp]++;
    set(warp, row, PENDING + load);
  }

  /** Performs a removed copy: the destination takes over the latest entry of the sources. */
  void copy(int warp, int row) {
    long latest = latest(sources, warp, row);
    copied[warp] |= latest >= PENDING;
    if (paths != null) {
      path(warp, row, path(sources, warp, row));
    }
    set(warp, row, latest);
  }

  /**
   * Completes a load: its registers, and copies of these registers, are ready at a tick.
   *
   * @param path critical path of the data, or null
   */
  void arrived(int warp, int row, int load, long tick, Path path) {
    int base = warp * registers;
    long waiting = PENDING + load;
    if (copied[warp]) {
      for (int r = base; r < base + registers; r++) {
        if (ready[r] == waiting) {
          ready[r] = tick;
          if (paths != null) {
            paths[r] = path;
          }
        }
      }
    } else {
      for (int i = destinations.start[row], n = destinations.start[row + 1]; i < n; i++) {
        if (ready[base + destinations.values[i]] == waiting) {
          ready[base + destinations.values[i]] = tick;
          if (paths != null) {
            paths[base + destinations.values[i]] = path;
          }
        }
      }
    }
    if (--loads[warp] == 0) {
      copied[warp] = false;
    }
  }
}
