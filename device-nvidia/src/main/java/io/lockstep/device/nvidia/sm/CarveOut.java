// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.sm;

import io.lockstep.device.nvidia.occupancy.NvidiaOccupancy;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.spec.DeviceSpec;

/** Divides the first level between shared memory and the cache. */
final class CarveOut {
  private static final int KIB = 1024;

  private CarveOut() {}

  /**
   * Returns the ways of the cache that a launch leaves: shared memory has the smallest size that
   * allows the occupancy, unless the device's figures say another one.
   */
  static int ways(DeviceSpec spec, LaunchPlan plan) {
    long group = plan.localBytes() + spec.value("lds.reserved");
    long wanted = plan.localBytes() == 0 ? 0 : plan.occupancy().groups() * group;
    long shared = spec.value("lds.size");
    for (int kib : NvidiaOccupancy.carveOuts(spec.choice("unit.capability"))) {
      if ((long) kib * KIB >= wanted) {
        shared = (long) kib * KIB;
        break;
      }
    }
    shared = spec.optional("lds.carve_out").orElse(shared);
    long size = spec.value("l1.size");
    long way = size / spec.value("l1.ways");
    long left = Math.min(size - shared, size - spec.value("l1.reserved"));
    return (int) Math.max(1, left / way);
  }
}
