package io.lockstep.trace.record;

/**
 * Launch geometry in work-groups and work-items.
 *
 * @param groupsX work-groups along x
 * @param sizeX work-items of a group along x
 */
public record Geometry(int groupsX, int groupsY, int groupsZ, int sizeX, int sizeY, int sizeZ) {
  /** Work-items along each side of a tile of pixels: the work-group of a launch over a domain. */
  public static final int PIXEL_TILE = 64;

  /** Work-items of a group. */
  public int groupSize() {
    return sizeX * sizeY * sizeZ;
  }

  /** Work-groups of the launch. */
  public long groups() {
    return (long) groupsX * groupsY * groupsZ;
  }

  /** Work-items of the launch. */
  public long workItems() {
    return groups() * groupSize();
  }
}
