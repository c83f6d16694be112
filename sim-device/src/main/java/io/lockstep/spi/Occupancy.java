// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.UnitLimits;

/**
 * Residency of a launch on one compute unit.
 *
 * @param groups work-groups resident at once on a compute unit
 * @param wavefronts wavefronts resident at once on a compute unit
 * @param maximum wavefronts the compute unit could hold
 * @param wavefrontsPerGroup wavefronts of one group
 * @param limit the limiting resource: {@code registers}, {@code local memory}, {@code groups},
 *     {@code wavefronts} …
 */
public record Occupancy(
    int groups, int wavefronts, int maximum, int wavefrontsPerGroup, String limit) {
  /**
   * {@return the residency that limits allow; 0 groups if not even one fits}
   *
   * @param limits limits of a compute unit
   * @param needs needs of each group
   */
  public static Occupancy of(UnitLimits limits, Needs needs) {
    UnitLimits.Fit fit = limits.fit(needs);
    return new Occupancy(
        fit.groups(),
        fit.wavefronts(),
        limits.maximum(),
        limits.wavefronts(needs.groupSize()),
        fit.limit().name());
  }

  /** {@return share of the wavefronts that a compute unit could hold, 0 to 1} */
  public double share() {
    return maximum == 0 ? 0 : (double) wavefronts / maximum;
  }
}
