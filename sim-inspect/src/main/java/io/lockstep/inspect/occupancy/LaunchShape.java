// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.occupancy;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import java.util.List;

/**
 * The properties of a launch that determine its residency; launches that differ only in their grid
 * have the same shape. Immutable.
 *
 * @param geometry geometry of the first launch of this shape
 * @param dynamicLocalBytes local memory beyond the kernel's static declarations
 * @param domainWidth pixels per row if the launch covers pixels, otherwise 0
 * @param domainHeight number of rows, or 0
 * @param launches number of launches of this shape; 0 for a kernel that is not launched
 */
public record LaunchShape(
    Kernel kernel,
    Geometry geometry,
    int dynamicLocalBytes,
    int domainWidth,
    int domainHeight,
    long launches) {
  /** Returns the shape of a kernel that is not launched. */
  static LaunchShape of(Kernel kernel, int groupSize) {
    return new LaunchShape(kernel, new Geometry(1, 1, 1, groupSize, 1, 1), 0, 0, 0, 0);
  }

  /** Returns whether a launch differs from this shape in its grid only. */
  boolean matches(Kernel other, HostStep.Launch launch) {
    Geometry g = launch.geometry();
    return kernel == other
        && geometry.sizeX() == g.sizeX()
        && geometry.sizeY() == g.sizeY()
        && geometry.sizeZ() == g.sizeZ()
        && dynamicLocalBytes == launch.dynamicLocalBytes()
        && domainWidth > 0 == launch.isOfPixels();
  }

  LaunchShape again() {
    return new LaunchShape(
        kernel, geometry, dynamicLocalBytes, domainWidth, domainHeight, launches + 1);
  }

  HostStep.Launch step() {
    return new HostStep.Launch(
        0, 0, geometry, dynamicLocalBytes, List.of(), 0, 0, List.of(), domainWidth, domainHeight);
  }
}
