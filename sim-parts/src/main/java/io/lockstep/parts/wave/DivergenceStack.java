// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.wave;

import io.lockstep.kernel.ir.ReconvergencePoints;
import java.util.Arrays;

/**
 * The divergence stack of each wavefront slot: an entry waits at a position of {@link
 * ReconvergencePoints} for the entries above it, which end there. Lanes that pass the position, for
 * example because they leave a loop, are removed from the entry and wait further down, so that the
 * others need not wait for them.
 */
final class DivergenceStack {
  private static final int NEVER = ReconvergencePoints.NEVER;

  private ControlTable table;
  private final int[] depth;
  private final int[][] place; // position at which the lanes continue
  private final int[][] meet; // position of the entry below that waits for the lanes, or NEVER
  private final long[][] mask;

  DivergenceStack(int slots) {
    depth = new int[slots];
    place = new int[slots][4];
    meet = new int[slots][4];
    mask = new long[slots][4];
  }

  void begin(ControlTable control) {
    table = control;
  }

  int depth(int slot) {
    return depth[slot];
  }

  /** Returns the position at which the top's lanes continue. */
  int place(int slot) {
    return place[slot][depth[slot] - 1];
  }

  /** Returns the position at which the top ends, or NEVER. */
  int meet(int slot) {
    return meet[slot][depth[slot] - 1];
  }

  long mask(int slot) {
    return mask[slot][depth[slot] - 1];
  }

  void clear(int slot) {
    depth[slot] = 0;
  }

  void pop(int slot) {
    depth[slot]--;
  }

  /**
   * Moves lanes to a position behind that of the entry in which they were to wait. They run on to
   * the next position at which lanes of entries before it can join them.
   */
  void pass(int slot, int at, long lanes) {
    int e = depth[slot] - 1;
    for (; e >= 0 && ((mask[slot][e] & lanes) == 0 || place[slot][e] < at); e--) {
      mask[slot][e] &= ~lanes;
    }
    int end = e < 0 ? NEVER : place[slot][e];
    int frontier = table.frontier[at];
    if (frontier < end && insert(slot, e + 1, frontier, end, lanes)) {
      end = frontier;
    }
    if (at != end) {
      push(slot, at, end, lanes);
    }
  }

  /**
   * Has lanes wait at a position that is behind the one at which the entry that they leave ends:
   * they join the entry at this position, or wait in one of their own below all entries of their
   * lanes that end before it.
   */
  void await(int slot, int at, long lanes) {
    int e = depth[slot] - 1;
    for (; e >= 0; e--) {
      if ((mask[slot][e] & lanes) != 0 && place[slot][e] >= at) {
        break;
      }
    }
    int end = e < 0 ? NEVER : place[slot][e];
    if (end != at && !insert(slot, e + 1, at, end, lanes)) {
      push(slot, at, end, lanes);
    }
  }

  /**
   * Inserts an entry that waits for lanes and for entries above it that end at a later position.
   *
   * @return whether there are such entries; if not, nothing is inserted
   */
  private boolean insert(int slot, int index, int at, int end, long lanes) {
    long all = lanes;
    boolean any = false;
    for (int e = index; e < depth[slot]; e++) {
      if (meet[slot][e] == end && place[slot][e] < at && mask[slot][e] != 0) {
        all |= mask[slot][e];
        meet[slot][e] = at;
        any = true;
      }
    }
    if (any) {
      int above = depth[slot] - index;
      add(slot, at, end, all);
      System.arraycopy(place[slot], index, place[slot], index + 1, above);
      System.arraycopy(meet[slot], index, meet[slot], index + 1, above);
      System.arraycopy(mask[slot], index, mask[slot], index + 1, above);
      place[slot][index] = at;
      meet[slot][index] = end;
      mask[slot][index] = all;
    }
    return any;
  }

  /**
   * Adds a pending side or merges it with an entry at the same position and reconvergence point;
   * otherwise, unstructured loops would accumulate entries.
   */
  void push(int slot, int at, int end, long lanes) {
    for (int e = depth[slot] - 1; e >= 0 && meet[slot][e] == end; e--) {
      if (place[slot][e] == at) {
        mask[slot][e] |= lanes;
        return;
      }
    }
    add(slot, at, end, lanes);
  }

  /** Adds an entry. */
  void add(int slot, int at, int end, long lanes) {
    int d = depth[slot]++;
    if (d == place[slot].length) {
      place[slot] = Arrays.copyOf(place[slot], 2 * d);
      meet[slot] = Arrays.copyOf(meet[slot], 2 * d);
      mask[slot] = Arrays.copyOf(mask[slot], 2 * d);
    }
    place[slot][d] = at;
    meet[slot][d] = end;
    mask[slot][d] = lanes;
  }

  /** Removes entries from the top that have no live lanes or are at their reconvergence point. */
  void settle(int slot, long live) {
    int d = depth[slot];
    while (d > 0) {
      mask[slot][d - 1] &= live;
      if (mask[slot][d - 1] != 0 && place[slot][d - 1] != meet[slot][d - 1]) {
        break;
      }
      d--;
    }
    depth[slot] = d;
  }
}
