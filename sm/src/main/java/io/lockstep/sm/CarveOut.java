// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.sm.occupancy.SmOccupancy;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.spec.DeviceSpec;

/** Divides the first level between shared memory and the cache. */
public final class CarveOut {
  private CarveOut() {}

  /** Returns the ways of the cache that a launch leaves. */
  static int ways(DeviceSpec spec, SmOccupancy rules, LaunchPlan plan) {
    int threads = plan.geometry().groupSize();
    int blocks = plan.occupancy().groups();
    return (int) (cache(spec, rules, threads, plan.localBytes(), blocks) / bytesOfWay(spec));
  }

  /**
   * Returns the bytes of the cache that blocks leave: shared memory has the smallest size that
   * allows the occupancy, unless the device's figures set it.
   *
   * @param shared bytes of shared memory of a block
   * @param blocks number of blocks that a multiprocessor holds
   */
  public static long cache(
      DeviceSpec spec, SmOccupancy rules, int threads, int shared, int blocks) {
    int own = rules.carveOut(rules.needs(threads, 0, shared), blocks);
    long size = spec.value("l1.size");
    long taken = Math.max(own, spec.value("l1.reserved"));
    long way = bytesOfWay(spec);
    return Math.max(way, (size - taken) / way * way);
  }

  private static long bytesOfWay(DeviceSpec spec) {
    return spec.value("l1.size") / spec.value("l1.ways");
  }
}
