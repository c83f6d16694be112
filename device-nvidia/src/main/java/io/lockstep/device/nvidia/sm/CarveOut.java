// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.sm;

import io.lockstep.device.nvidia.occupancy.NvidiaOccupancy;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.spec.DeviceSpec;

/** Divides the first level between shared memory and the cache. */
final class CarveOut {
  private CarveOut() {}

  /**
   * Returns the ways of the cache that a launch leaves: shared memory has the smallest size that
   * allows the occupancy, unless the device's figures say another one.
   */
  static int ways(DeviceSpec spec, LaunchPlan plan) {
    NvidiaOccupancy blocks = new NvidiaOccupancy(spec.choice("unit.capability"), spec);
    int own =
        blocks.carveOut(
            blocks.needs(plan.geometry().groupSize(), 0, plan.localBytes()),
            plan.occupancy().groups());
    long shared = spec.optional("lds.carve_out").orElse(own);
    long size = spec.value("l1.size");
    long way = size / spec.value("l1.ways");
    long left = Math.min(size - shared, size - spec.value("l1.reserved"));
    return (int) Math.max(1, left / way);
  }
}
