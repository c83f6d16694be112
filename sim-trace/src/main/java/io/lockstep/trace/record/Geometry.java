// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

/**
 * Launch geometry in work-groups and work-items.
 *
 * @param groupsX work-groups along x
 * @param groupsY work-groups along y
 * @param groupsZ work-groups along z
 * @param sizeX work-items of a group along x
 * @param sizeY work-items of a group along y
 * @param sizeZ work-items of a group along z
 */
public record Geometry(int groupsX, int groupsY, int groupsZ, int sizeX, int sizeY, int sizeZ) {
  /** Width and height of a tile of pixels, the work-group of a launch over a domain. */
  public static final int PIXEL_TILE = 64;

  /** {@return the number of work-items of a group} */
  public int groupSize() {
    return sizeX * sizeY * sizeZ;
  }

  /** {@return the number of work-groups of the launch} */
  public long groups() {
    return (long) groupsX * groupsY * groupsZ;
  }

  /** {@return the number of work-items of the launch} */
  public long workItems() {
    return groups() * groupSize();
  }
}
