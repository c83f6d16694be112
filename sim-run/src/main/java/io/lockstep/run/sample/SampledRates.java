// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import java.util.List;

/**
 * The rates of the windows of a launch with gaps: of the largest one of a run.
 *
 * @param kernel name of its kernel
 * @param groups its work-groups
 * @param windows windows in order
 * @param interval half-width of the 95 % interval of the launch's time, in picoseconds
 */
public record SampledRates(String kernel, long groups, List<Window> windows, long interval) {
  /**
   * A window.
   *
   * @param resume its first work-group; those since the window before it are left out
   * @param start its first measured work-group
   * @param end the work-group after it
   * @param picos picoseconds per work-group
   */
  public record Window(long resume, long start, long end, double picos) {}

  public SampledRates {
    windows = List.copyOf(windows);
  }
}
