package io.lockstep.inspect.occupancy;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import java.util.List;

/**
 * The properties of a launch that determine its residency, independent of its grid. Immutable,
 * thread-safe.
 *
 * @param kernel portable code
 * @param geometry of the first launch of this shape
 * @param dynamicLocalBytes local memory beyond the kernel's static one
 * @param domainWidth pixels of a row if the launch covers pixels, otherwise 0
 * @param domainHeight rows of pixels, or 0
 * @param launches number of launches of this shape; 0 without a launch
 */
public record LaunchShape(
    Kernel kernel,
    Geometry geometry,
    int dynamicLocalBytes,
    int domainWidth,
    int domainHeight,
    long launches) {
  /**
   * The shape of a kernel without a launch.
   *
   * @param groupSize work-items of a group
   * @return its shape, not launched
   */
  static LaunchShape of(Kernel kernel, int groupSize) {
    return new LaunchShape(kernel, new Geometry(1, 1, 1, groupSize, 1, 1), 0, 0, 0, 0);
  }

  /** Whether two launches differ in their grid alone. */
  boolean matches(Kernel other, HostStep.Launch launch) {
    Geometry g = launch.geometry();
    return kernel == other
        && geometry.sizeX() == g.sizeX()
        && geometry.sizeY() == g.sizeY()
        && geometry.sizeZ() == g.sizeZ()
        && dynamicLocalBytes == launch.dynamicLocalBytes()
        && domainWidth > 0 == launch.isOfPixels();
  }

  /** Counts another launch of this shape. */
  LaunchShape again() {
    return new LaunchShape(
        kernel, geometry, dynamicLocalBytes, domainWidth, domainHeight, launches + 1);
  }

  /** As a step of a program. */
  HostStep.Launch step() {
    return new HostStep.Launch(
        0, 0, geometry, dynamicLocalBytes, List.of(), 0, 0, List.of(), domainWidth, domainHeight);
  }
}
