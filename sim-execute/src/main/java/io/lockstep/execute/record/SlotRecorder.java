// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.record;

import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.LinearRegister;
import io.lockstep.execute.lane.Versions;
import java.util.Arrays;

/**
 * Addresses of one memory operation within a segment, encoded as runs while they arrive.
 *
 * <p>As long as each set of work-items that executes the operation is a subset of the previous one,
 * the n-th execution is the n-th for all its work-items and is encoded at once (<em>direct</em>).
 * From the first execution on for which this does not hold, addresses are kept by (n, work-item) in
 * <em>overlays</em> and encoded when the segment closes.
 */
public final class SlotRecorder {
  /** Marks a work-item that does not execute an occurrence. */
  private static final long ABSENT = Long.MIN_VALUE;

  private static final int RUN_BYTES = 45;

  private final SegmentPools pools;
  private final int size;
  private final int sizeX;
  private final int sizeY;

  private final AddressShape shape;
  private final RunList runs = new RunList();

  // State of direct recording.
  private final long[] lastMask;
  private long lastVersion;
  private int executions;
  private boolean direct;
  private int[] counts;

  // State of the overlays.
  private long[][] overlays = new long[0][];
  private int overlayEnd;
  private int[] directCounts;

  SlotRecorder(SegmentPools pools, int size, int sizeX, int sizeY) {
    this.pools = pools;
    this.size = size;
    this.sizeX = sizeX;
    this.sizeY = sizeY;
    shape = new AddressShape(pools, size, sizeX, sizeY);
    lastMask = new long[(size + 63) >>> 6];
    reset();
  }

  void reset() {
    shape.reset();
    executions = 0;
    direct = true;
    lastVersion = -1;
    runs.clear();
    overlayEnd = 0;
    counts = null;
    directCounts = null;
  }

  /** Records one execution: {@code addresses[i] + offset} for the active work-items. */
  public void record(long[] addresses, long offset, ActiveLanes lanes) {
    record(addresses, offset, lanes, null, 0);
  }

  /**
   * Records one execution; {@code known} is the shape of the same addresses plus another offset,
   * which differs by {@code distance}, or null. Returns the shape, valid until the next call; null
   * if it is unknown until the segment closes.
   */
  public AddressShape record(
      long[] addresses, long offset, ActiveLanes lanes, AddressShape known, long distance) {
    if (direct && lanes.version != lastVersion) {
      changeOfSet(lanes);
    }
    if (!direct) {
      overlay(addresses, offset, lanes);
      return null;
    }
    if (known == null || !shape.take(known, distance)) {
      shape.fit(addresses, offset, lanes);
    }
    return append();
  }

  /**
   * Records one execution, whose addresses a register and {@code offset} give. Returns null, and
   * records nothing, if the address of each work-item is needed.
   */
  public AddressShape record(
      LinearRegister address, long offset, ActiveLanes lanes, AddressShape known, long distance) {
    if (direct && lanes.version != lastVersion) {
      changeOfSet(lanes);
    }
    boolean fits =
        direct
            && (known != null && shape.take(known, distance)
                || shape.fit(address, offset, lanes.count == size));
    return fits ? append() : null;
  }

  private AddressShape append() {
    if (runs.append(executions++, shape)) {
      pools.grow(RUN_BYTES);
    }
    return shape;
  }

  /** Returns the index of a work-item's last execution within the segment, from 0. */
  public int occurrence(int item) {
    return direct ? executions - 1 : counts[item] - 1;
  }

  private void changeOfSet(ActiveLanes lanes) {
    if (executions > 0) {
      if (lanes.isSubsetOf(lastMask)) {
        noteCounts(lanes);
      } else {
        leaveDirect();
        return;
      }
    }
    System.arraycopy(lanes.mask, 0, lastMask, 0, lastMask.length);
    lastVersion = lanes.version;
  }

  /** Stores the counts of work-items that no longer take part. */
  private void noteCounts(ActiveLanes lanes) {
    for (int w = 0; w < lastMask.length; w++) {
      long gone = lastMask[w] & ~lanes.mask[w];
      while (gone != 0) {
        if (counts == null) {
          counts = new int[size];
        }
        counts[(w << 6) + Long.numberOfTrailingZeros(gone)] = executions;
        gone &= gone - 1;
      }
    }
  }

  private void leaveDirect() {
    direct = false;
    if (counts == null) {
      counts = new int[size];
    }
    for (int i = 0; i < size; i++) {
      if ((lastMask[i >>> 6] & 1L << i) != 0) {
        counts[i] = executions;
      }
    }
    directCounts = counts.clone();
    pools.grow(8L * size);
  }

  private void overlay(long[] addresses, long offset, ActiveLanes lanes) {
    for (int r = 0; r < lanes.ranges(); r++) {
      for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
        int n = counts[i]++;
        if (n >= overlayEnd) {
          extendOverlays(n + 1);
        }
        long[] row = overlays[n];
        if (row == null) {
          row = pools.borrowRow();
          Arrays.fill(row, ABSENT);
          overlays[n] = row;
        }
        row[i] = addresses[i] + offset;
      }
    }
  }

  private void extendOverlays(int end) {
    if (end > overlays.length) {
      overlays = Arrays.copyOf(overlays, Math.max(end, 2 * overlays.length));
    }
    overlayEnd = end;
  }

  /** Encodes the overlays; afterwards the runs are complete. */
  void close(ActiveLanes scratch, Versions versions) {
    if (direct) {
      return;
    }
    RunList old = new RunList();
    old.copy(runs);
    runs.clear();
    shape.reset();
    int run = 0;
    int end = Math.max(executions, overlayEnd);
    long[] row = pools.borrowRow();
    for (int n = 0; n < end; n++) {
      while (run < old.size() && n >= old.end(run)) {
        run++;
      }
      boolean hasRun = run < old.size();
      long[] overlay = n < overlayEnd ? overlays[n] : null;
      if (overlay == null) {
        runs.append(n, old, run);
        continue;
      }
      scratch.clear();
      for (int i = 0; i < size; i++) {
        if (overlay[i] != ABSENT) {
          row[i] = overlay[i];
        } else if (hasRun && n < directCounts[i]) {
          row[i] = old.address(run, n, i, sizeX, sizeY, pools);
        } else {
          continue;
        }
        scratch.mask[i >>> 6] |= 1L << i;
      }
      scratch.update(versions.next());
      shape.fit(row, 0, scratch);
      runs.append(n, shape);
      pools.returnRow(overlay);
      overlays[n] = null;
    }
    pools.returnRow(row);
  }

  /** Returns the runs, complete once the slot is closed. */
  RunList runs() {
    return runs;
  }
}
