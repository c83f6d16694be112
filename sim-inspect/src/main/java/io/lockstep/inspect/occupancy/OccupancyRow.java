// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.occupancy;

import io.lockstep.run.RunStatus;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.NextStep;
import io.lockstep.spi.occupancy.OccupancyCurve;
import io.lockstep.spi.occupancy.UnitLimits;
import java.util.List;
import java.util.Optional;

/**
 * The occupancy of one launch shape on one device. Immutable.
 *
 * @param kernel name, or empty for given values without a kernel
 * @param launches number of launches of this shape; 0 if nothing is launched
 * @param groupSize work-items per group; 0 if unknown
 * @param status OK, REFUSED or FAILED
 * @param message reason why there is no result, or a remark
 * @param occupancy work-groups, wavefronts and limit; null if the device refused or failed earlier
 * @param rules values that determine the occupancy; null if the device does not state its rules
 */
public record OccupancyRow(
    String device,
    String kernel,
    long launches,
    int groupSize,
    RunStatus status,
    String message,
    Occupancy occupancy,
    Rules rules) {
  /**
   * The details for a device that states its rules.
   *
   * @param limits limits of a compute unit
   * @param needs needs of a work-group
   * @param next the smallest change that would raise the occupancy
   * @param curves the requested curves that the device supports
   */
  public record Rules(
      UnitLimits limits, Needs needs, Optional<NextStep> next, List<OccupancyCurve> curves) {
    public Rules {
      curves = List.copyOf(curves);
    }
  }

  /** Describes the next step, or returns null if there is none or it is unknown. */
  public String next() {
    return rules == null ? null : rules.next().map(NextStep::words).orElse(null);
  }
}
