// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.lane;

import java.util.Arrays;

/** The local ids of a group's work-items. */
public final class GroupPositions {
  public final int size;
  public final int lastX;
  public final int lastY;
  public final int lastZ;
  final int[] x;
  final int[] y;
  final int[] z;

  public GroupPositions(int size, int sizeX, int sizeY) {
    this.size = size;
    lastX = sizeX - 1;
    lastY = sizeY - 1;
    lastZ = size / sizeX / sizeY - 1;
    x = new int[size];
    y = new int[size];
    z = new int[size];
    Arrays.setAll(x, i -> i % sizeX);
    Arrays.setAll(y, i -> i / sizeX % sizeY);
    Arrays.setAll(z, i -> i / sizeX / sizeY);
  }

  // Strides of at most 33 bits times local ids fit into 64 bits.

  /** Returns the smallest x * strideX + y * strideY + z * strideZ over the group's local ids. */
  public long least(long strideX, long strideY, long strideZ) {
    return Math.min(0, strideX * lastX)
        + Math.min(0, strideY * lastY)
        + Math.min(0, strideZ * lastZ);
  }

  /** Returns the largest x * strideX + y * strideY + z * strideZ over the group's local ids. */
  public long most(long strideX, long strideY, long strideZ) {
    return Math.max(0, strideX * lastX)
        + Math.max(0, strideY * lastY)
        + Math.max(0, strideZ * lastZ);
  }
}
