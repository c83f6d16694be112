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
 * Occupancy of one launch shape on one device. Immutable, thread-safe.
 *
 * @param device id
 * @param kernel name, or empty for plain figures
 * @param launches of this shape; 0 if nothing is launched
 * @param groupSize work-items of a group; 0 if it is not known
 * @param status OK, REFUSED or FAILED
 * @param message why there is no result, or a remark
 * @param occupancy groups, wavefronts and limit; null if the device refuses or fails before
 * @param rules figures behind it; null if the device does not state its rules
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
   * @param limits of a compute unit
   * @param needs of each group
   * @param next the next step
   * @param curves the requested ones that the device has
   */
  public record Rules(
      UnitLimits limits, Needs needs, Optional<NextStep> next, List<OccupancyCurve> curves) {
    /**
     * Copies the collections.
     *
     * @param limits of a compute unit
     * @param needs of each group
     * @param next the next step
     * @param curves the requested ones that the device has
     */
    public Rules {
      curves = List.copyOf(curves);
    }
  }

  /** {@return the next step in words, or null if there is none or none is known} */
  public String next() {
    return rules == null ? null : rules.next().map(NextStep::words).orElse(null);
  }
}
