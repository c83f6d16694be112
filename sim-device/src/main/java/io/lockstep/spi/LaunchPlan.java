// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.trace.record.Geometry;
import java.util.List;
import java.util.Optional;

/**
 * A launch in the form that a machine executes.
 *
 * @param code lowered kernel
 * @param geometry groups and group size
 * @param occupancy residency limits
 * @param localBytes static and dynamic local memory of a group
 * @param bufferAddress device address of each buffer, by number
 * @param textures bound textures, by number
 * @param pixels the division into wavefronts, for a launch over pixels
 * @param cooperative whether all work-groups must be resident at once
 * @param wavefront work-items of a wavefront; 0 if the machine has one width
 */
public record LaunchPlan(
    MachineKernel code,
    Geometry geometry,
    Occupancy occupancy,
    int localBytes,
    long[] bufferAddress,
    List<TextureInfo> textures,
    Optional<PixelDomain> pixels,
    boolean cooperative,
    int wavefront) {
  /**
   * Creates a launch on a machine whose wavefronts have one width.
   *
   * @param code lowered kernel
   * @param geometry groups and group size
   * @param occupancy residency limits
   * @param localBytes static and dynamic local memory of a group
   * @param bufferAddress device address of each buffer, by number
   * @param textures bound textures, by number
   * @param pixels the division into wavefronts, for a launch over pixels
   * @param cooperative whether all work-groups must be resident at once
   */
  public LaunchPlan(
      MachineKernel code,
      Geometry geometry,
      Occupancy occupancy,
      int localBytes,
      long[] bufferAddress,
      List<TextureInfo> textures,
      Optional<PixelDomain> pixels,
      boolean cooperative) {
    this(code, geometry, occupancy, localBytes, bufferAddress, textures, pixels, cooperative, 0);
  }

  /**
   * Creates a launch over work-groups.
   *
   * @param code lowered kernel
   * @param geometry groups and group size
   * @param occupancy residency limits
   * @param localBytes local memory of a group
   * @param bufferAddress device address of each buffer
   * @param textures bound textures, by number
   */
  public LaunchPlan(
      MachineKernel code,
      Geometry geometry,
      Occupancy occupancy,
      int localBytes,
      long[] bufferAddress,
      List<TextureInfo> textures) {
    this(code, geometry, occupancy, localBytes, bufferAddress, textures, Optional.empty(), false);
  }

  /**
   * Creates a launch without textures.
   *
   * @param code lowered kernel
   * @param geometry groups and group size
   * @param occupancy residency limits
   * @param localBytes local memory of a group
   * @param bufferAddress device address of each buffer
   */
  public LaunchPlan(
      MachineKernel code,
      Geometry geometry,
      Occupancy occupancy,
      int localBytes,
      long[] bufferAddress) {
    this(code, geometry, occupancy, localBytes, bufferAddress, List.of());
  }

  /**
   * {@return work-items of a wavefront of the launch}
   *
   * @param usual those of a machine with one width
   */
  public int wavefront(int usual) {
    return wavefront == 0 ? usual : wavefront;
  }
}
