package io.lockstep.parts.device;

import io.lockstep.parts.occupancy.Needs;
import io.lockstep.parts.occupancy.UnitLimits;
import io.lockstep.trace.record.Geometry;

/**
 * A device's rules of residency as data: what a compute unit shares out, and what a launch needs of
 * it. Next steps and curves follow from it. Immutable, thread-safe.
 */
public interface OccupancyRules {
  /** {@return what a compute unit has} */
  UnitLimits limits();

  /**
   * {@return what a group of a launch needs, in the words of {@link #limits()}}
   *
   * @param kernel code of the device's own {@link Device#lower}
   * @param geometry work-items of a group
   * @param dynamicLocalBytes local memory beyond the kernel's static one
   */
  Needs needs(MachineKernel kernel, Geometry geometry, int dynamicLocalBytes);
}
