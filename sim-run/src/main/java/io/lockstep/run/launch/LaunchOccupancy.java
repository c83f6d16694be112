// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.launch;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.Device;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.OccupancyRules;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.UnitLimits;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.trace.record.Geometry;
import java.util.Map;

/** Computes the number of a launch's work-groups that a compute unit holds at once. */
public final class LaunchOccupancy {
  private LaunchOccupancy() {}

  /**
   * Returns the work-groups and wavefronts of a compute unit.
   *
   * @param geometry work-groups as the device runs them
   * @param dynamicLocalBytes local memory per group that the launch adds
   * @throws RefusalException if no group fits; the message names the kernel
   */
  public static Occupancy of(
      Device device, Kernel kernel, MachineKernel code, Geometry geometry, int dynamicLocalBytes) {
    String name = "kernel '" + kernel.name() + "'";
    Occupancy here;
    try {
      here = device.occupancy(code, geometry, dynamicLocalBytes);
    } catch (RefusalException e) {
      String reason = e.getMessage();
      throw reason.contains(name) ? e : new RefusalException(name + ": " + reason);
    }
    if (here.groups() < 1) {
      throw new RefusalException(
          name + ": not one work-group fits a compute unit (limited by " + here.limit() + ")");
    }
    return device.spec().ideals().has(Ideal.RESIDENCY) ? ideal(device, code, geometry) : here;
  }

  /** Returns the occupancy with ideal residency, which is limited by slots alone. */
  private static Occupancy ideal(Device device, MachineKernel code, Geometry geometry) {
    return device
        .occupancyRules()
        .map(OccupancyRules::limits)
        .flatMap(UnitLimits::ideal)
        .map(limits -> Occupancy.of(limits, new Needs(geometry.groupSize(), Map.of())))
        .orElseGet(() -> device.occupancy(code, geometry, 0));
  }
}
