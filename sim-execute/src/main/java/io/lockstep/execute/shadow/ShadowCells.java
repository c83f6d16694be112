// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.shadow;

import io.lockstep.execute.check.CheckedAccess.Kind;
import io.lockstep.execute.memory.DeviceMemory;
import java.util.Arrays;

/**
 * The accesses to the bytes of one page since the last barrier of a group.
 *
 * <p>A cell represents a word of 4 bytes until the page has a narrower access, then a byte. It
 * holds the lowest and highest work-item and, for each of reads, writes and atomics, the first
 * access and the first access by another work-item. These determine whether an access conflicts
 * with an earlier one, and the aligned width of all conflicts. Of read-only atomics, a cell holds
 * the accesses of the lowest and the highest work-item, because they conflict only with writes.
 *
 * <p>The width is exact: "the smallest aligned width around two work-items" is an ultrametric, so
 * if one of several accesses conflicts with the others, the widest conflict spans the lowest and
 * the highest of all work-items.
 */
public final class ShadowCells {
  // Ordinals of Kind.
  static final int READ = 0;
  static final int WRITE = 1;
  static final int ATOMIC = 2;

  public static final int ATOMIC_READ = 3;

  static final int KINDS = Kind.values().length;

  private static final boolean[] CONFLICTS = new boolean[KINDS * KINDS];

  static {
    for (Kind a : Kind.values()) {
      for (Kind b : Kind.values()) {
        CONFLICTS[a.ordinal() * KINDS + b.ordinal()] = a.conflicts(b);
      }
    }
  }

  private static final int STAMP = 0;
  private static final int RANGE = 1;
  private static final int FIRST = 2; // two ints per kind: first access, first of another work-item
  private static final int LOWEST = FIRST + 2 * ATOMIC_READ; // tags, 0 if there is none
  private static final int HIGHEST = LOWEST + 1;
  private static final int STRIDE = HIGHEST + 1;
  private static final int NO_RANGE = 0xFFFF << 16;
  private static final int WORDS = DeviceMemory.PAGE_BYTES / 4;

  /** The last epoch in which the page was accessed. */
  int epoch;

  private int[] cells = new int[WORDS * STRIDE];
  private boolean bytes;

  /** Returns {@link Kind#conflicts} for two ordinals. */
  static boolean conflicts(int a, int b) {
    return CONFLICTS[a * KINDS + b];
  }

  /** Clears the cells for use with another page. */
  void reuse() {
    bytes = false;
    if (cells.length > WORDS * STRIDE) {
      cells = new int[WORDS * STRIDE];
    } else {
      Arrays.fill(cells, 0);
    }
  }

  /** Returns the index of the first cell of an access, in ints. */
  int cell(int at, int length) {
    if (length < 4 && !bytes) {
      split();
    }
    return (bytes ? at : at >>> 2) * STRIDE;
  }

  /** Returns the index after the last cell of an access, in ints. */
  int end(int at, int length) {
    return (bytes ? at + length : at + length + 3 >>> 2) * STRIDE;
  }

  static int after(int cell) {
    return cell + STRIDE;
  }

  private void split() {
    int[] old = cells;
    cells = new int[4 * old.length];
    for (int b = 0; b < DeviceMemory.PAGE_BYTES; b++) {
      System.arraycopy(old, (b >>> 2) * STRIDE, cells, b * STRIDE, STRIDE);
    }
    bytes = true;
  }

  /**
   * Records an access to a cell.
   *
   * @param kind READ, WRITE, ATOMIC or ATOMIC_READ
   * @param tag work-item in the upper 16 bits, number of the instruction (not 0) in the lower 16
   *     bits
   * @param now current epoch
   * @param shift binary logarithm of the size of aligned sets of work-items that are treated as one
   * @return tag of an earlier, conflicting access, or 0
   */
  int access(int cell, int kind, int tag, int now, int shift) {
    int[] c = cells;
    int item = tag >>> 16;
    if (c[cell + STAMP] != now) {
      Arrays.fill(c, cell + FIRST, cell + STRIDE, 0);
      c[cell + STAMP] = now;
      c[cell + RANGE] = NO_RANGE;
    }
    int who = item >>> shift;
    int partner = other(c, cell + FIRST + 2 * WRITE, who, shift);
    for (int k = READ; k < KINDS && partner == 0; k++) {
      partner = conflicts(kind, k) ? other(c, cell + FIRST + 2 * k, who, shift) : 0;
    }
    note(cell, kind, tag, shift);
    return partner;
  }

  private void note(int cell, int kind, int tag, int shift) {
    int[] c = cells;
    int item = tag >>> 16;
    if (kind == ATOMIC_READ) {
      if (c[cell + LOWEST] == 0 || item < c[cell + LOWEST] >>> 16) {
        c[cell + LOWEST] = tag;
      }
      if (c[cell + HIGHEST] == 0 || item > c[cell + HIGHEST] >>> 16) {
        c[cell + HIGHEST] = tag;
      }
      return;
    }
    int low = Math.min(c[cell + RANGE] >>> 16, item);
    int high = Math.max(c[cell + RANGE] & 0xFFFF, item);
    c[cell + RANGE] = low << 16 | high;
    int own = cell + FIRST + 2 * kind;
    if (c[own] == 0) {
      c[own] = tag;
    } else if (c[own + 1] == 0 && c[own] >>> 16 + shift != item >>> shift) {
      c[own + 1] = tag;
    }
  }

  /** Returns an access of one kind by another work-item, or 0. */
  private static int other(int[] c, int at, int who, int shift) {
    int tag = c[at] != 0 && c[at] >>> 16 + shift == who ? c[at + 1] : c[at];
    return tag != 0 && tag >>> 16 + shift == who ? 0 : tag;
  }

  /**
   * Returns the exclusive or of the lowest and the highest work-item, whose leading bit gives the
   * width of the conflicts, if accesses to a cell conflict; otherwise 0.
   */
  int spread(int cell) {
    int[] c = cells;
    int low = c[cell + RANGE] >>> 16;
    int high = c[cell + RANGE] & 0xFFFF;
    if (c[cell + FIRST + 2 * WRITE] == 0) {
      boolean conflict = c[cell + FIRST + 2 * READ] != 0 && c[cell + FIRST + 2 * ATOMIC] != 0;
      return conflict ? low ^ high : 0;
    }
    if (c[cell + LOWEST] != 0) {
      low = Math.min(low, c[cell + LOWEST] >>> 16);
      high = Math.max(high, c[cell + HIGHEST] >>> 16);
    }
    return low ^ high;
  }

  int size() {
    return 4 * cells.length;
  }
}
