package io.lockstep.run;

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

/** How many groups of a launch a compute unit of a device holds at once. */
public final class LaunchOccupancy {
  private LaunchOccupancy() {}

  /**
   * Asks the device.
   *
   * @param device its rules, and which of its parts are ideal
   * @param kernel what is launched
   * @param code the kernel as the device lowered it
   * @param geometry groups as the device gets them
   * @param dynamicLocalBytes local memory of a group that the launch adds
   * @return groups and wavefronts of a unit
   * @throws RefusalException where not one group fits; it names the kernel, of which a program may
   *     have many, whether the device's model does or not
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

  /** The occupancy if only slots limit it, as with ideal residency. */
  private static Occupancy ideal(Device device, MachineKernel code, Geometry geometry) {
    return device
        .occupancyRules()
        .map(OccupancyRules::limits)
        .flatMap(UnitLimits::ideal)
        .map(limits -> Occupancy.of(limits, new Needs(geometry.groupSize(), Map.of())))
        .orElseGet(() -> device.occupancy(code, geometry, 0));
  }
}
