// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.card;

import io.lockstep.parts.access.Access;
import java.util.Arrays;

/**
 * Classifies the addresses of one request, the memory operation of one wavefront. The instance is
 * reused.
 *
 * <p>All lanes of a request access the same number of bytes at aligned addresses. Hence two lanes
 * access either the same bytes or disjoint ones, and no lane crosses a line.
 */
final class AccessShape {
  private final long[] address = new long[64];
  private final int[] lane = new int[64];
  private final long[] sorted = new long[64];
  private final int[] x = new int[64];
  private final int[] y = new int[64];
  private final int[] z = new int[64];
  private boolean flat;

  // Equations of {@link #planar}.
  private final long[] row = new long[3];
  private final long[][] free = new long[3][3];
  private final long[] slopes = new long[3];

  // Results of the last {@link #look}.
  int lanes;
  Pattern pattern;
  long strideX;
  long strideY;
  long strideZ;
  int distinct;
  int lines;

  /** Maximum number of lanes at one address. */
  int most;

  /** Sets the positions of lanes for a wavefront of consecutive work-items. */
  void place(int firstItem, int sizeX, int sizeY, int sizeZ) {
    flat = sizeY == 1 && sizeZ == 1;
    if (flat) {
      return; // linear in x is linear in the lane
    }
    for (int l = 0; l < 64; l++) {
      int item = firstItem + l;
      x[l] = item % sizeX;
      y[l] = item / sizeX % sizeY;
      z[l] = item / sizeX / sizeY;
    }
  }

  /** Sets the positions of lanes for a wavefront of pixels of a tile. */
  void placePixels(int[] items, int count, int tileWidth) {
    flat = false;
    for (int l = 0; l < count; l++) {
      x[l] = items[l] % tileWidth;
      y[l] = items[l] / tileWidth;
      z[l] = 0;
    }
  }

  /** Reads the addresses of the active lanes in a mask. */
  void read(Access access, long mask) {
    lanes = 0;
    for (long m = mask; m != 0; m &= m - 1) {
      int l = Long.numberOfTrailingZeros(m);
      lane[lanes] = l;
      address[lanes++] = access.address(l);
    }
  }

  long address(int k) {
    return address[k];
  }

  int lane(int k) {
    return lane[k];
  }

  /** Classifies the pattern, and counts distinct addresses and lines. */
  void look(int bytes) {
    strideX = 0;
    strideY = 0;
    strideZ = 0;
    boolean linear = linear();
    if (linear && (strideX == 0 || flat || neighbours())) {
      pattern =
          strideX == 0 ? Pattern.UNIFORM : strideX == bytes ? Pattern.UNIT_STRIDE : Pattern.STRIDED;
    } else if (!flat && planar()) {
      pattern = Pattern.TWO_D;
    } else if (linear) {
      pattern = strideX == bytes ? Pattern.UNIT_STRIDE : Pattern.STRIDED;
    } else {
      pattern = Pattern.SCATTERED;
      strideX = 0;
      strideY = 0;
      strideZ = 0;
    }
    count();
  }

  private boolean linear() {
    if (lanes < 2) {
      return true;
    }
    long distance = address[1] - address[0];
    int apart = lane[1] - lane[0];
    if (distance % apart != 0) {
      return false;
    }
    long stride = distance / apart;
    for (int k = 2; k < lanes; k++) {
      if (address[k] - address[0] != stride * (lane[k] - lane[0])) {
        return false;
      }
    }
    strideX = stride;
    return true;
  }

  /**
   * Returns whether two active lanes are adjacent or in the same row, so that the stride from lane
   * to lane was observed. In a single column it is only derived by division by the length of a row.
   */
  private boolean neighbours() {
    for (int k = 1; k < lanes; k++) {
      int p = lane[k - 1];
      int q = lane[k];
      if (q == p + 1 || y[p] == y[q] && z[p] == z[q]) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether all addresses are an affine function of x, y and z with integral slopes. Each
   * lane is a linear equation for the three slopes. The integral solutions of the equations so far
   * are one particular solution plus any integral combination of the {@link #free} directions; each
   * equation removes at most one direction. Thus slopes are found whenever they exist, even with
   * few active lanes; a slope that no active lane determines is 0. If an intermediate result
   * exceeds 64 bits, there is no solution.
   */
  private boolean planar() {
    for (int d = 0; d < 3; d++) {
      Arrays.fill(free[d], 0);
      free[d][d] = 1;
    }
    Arrays.fill(slopes, 0);
    int directions = 3;
    try {
      for (int k = 1; k < lanes; k++) {
        int p = lane[0];
        int q = lane[k];
        row[0] = x[q] - x[p];
        row[1] = y[q] - y[p];
        row[2] = z[q] - z[p];
        long rest = Math.subtractExact(address[k] - address[0], along(slopes));
        int last = meet(directions);
        long step = last < 0 ? 0 : along(free[last]);
        if (step == 0 ? rest != 0 : rest % step != 0) {
          return false;
        }
        if (step != 0) {
          add(slopes, rest / step, free[last]);
          long[] gone = free[last];
          free[last] = free[--directions];
          free[directions] = gone;
        }
      }
    } catch (ArithmeticException e) {
      return false;
    }
    strideX = slopes[0];
    strideY = slopes[1];
    strideZ = slopes[2];
    return true;
  }

  /**
   * Combines the directions by Euclid's algorithm until at most one of them changes the value of
   * the lane's equation; returns its index, or -1.
   */
  private int meet(int directions) {
    int one = -1;
    for (int d = directions - 1; d >= 0; d--) {
      if (along(free[d]) == 0) {
        continue;
      }
      int other = one;
      one = d;
      while (other >= 0 && along(free[other]) != 0) {
        add(free[one], -(along(free[one]) / along(free[other])), free[other]);
        int swapped = one;
        one = other;
        other = swapped;
      }
    }
    return one;
  }

  private long along(long[] direction) {
    long sum = 0;
    for (int c = 0; c < 3; c++) {
      sum = Math.addExact(sum, Math.multiplyExact(row[c], direction[c]));
    }
    return sum;
  }

  private static void add(long[] to, long times, long[] direction) {
    for (int c = 0; c < 3; c++) {
      to[c] = Math.addExact(to[c], Math.multiplyExact(times, direction[c]));
    }
  }

  private void count() {
    boolean ascending = true;
    for (int k = 0; k < lanes; k++) {
      sorted[k] = address[k];
      ascending &= k == 0 || address[k] >= address[k - 1];
    }
    if (!ascending) {
      Arrays.sort(sorted, 0, lanes);
    }
    distinct = 0;
    lines = 0;
    most = 0;
    int run = 0;
    for (int k = 0; k < lanes; k++) {
      boolean another = k == 0 || sorted[k] != sorted[k - 1];
      distinct += another ? 1 : 0;
      run = another ? 1 : run + 1;
      most = Math.max(most, run);
      lines +=
          k == 0 || sorted[k] >>> LineSet.LINE_BITS != sorted[k - 1] >>> LineSet.LINE_BITS ? 1 : 0;
    }
  }
}
