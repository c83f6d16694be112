package io.lockstep.parts.device;

/**
 * Residency of a launch on one compute unit.
 *
 * @param groups work-groups resident at once on a compute unit
 * @param wavefronts wavefronts resident at once on a compute unit
 * @param maximum wavefronts the compute unit could hold
 * @param wavefrontsPerGroup wavefronts of one group
 * @param limit what limits it: {@code registers}, {@code local memory}, {@code groups}, {@code
 *     wavefronts}, {@code grid} …
 */
public record Occupancy(
    int groups, int wavefronts, int maximum, int wavefrontsPerGroup, String limit) {
  /** Share of the wavefronts that a compute unit could hold, 0 to 1. */
  public double share() {
    return maximum == 0 ? 0 : (double) wavefronts / maximum;
  }
}
