// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.UnitLimits;
import io.lockstep.trace.record.Geometry;

/** A device's residency rules as data, from which next steps and curves are computed. Immutable. */
public interface OccupancyRules {
  /** {@return the resources of a compute unit} */
  UnitLimits limits();

  /**
   * {@return the needs of a group of a launch, by the resources of {@link #limits()}}
   *
   * @param kernel result of the device's {@link Device#lower}
   * @param geometry work-items of a group
   * @param dynamicLocalBytes local memory beyond the kernel's static one
   */
  Needs needs(MachineKernel kernel, Geometry geometry, int dynamicLocalBytes);
}
