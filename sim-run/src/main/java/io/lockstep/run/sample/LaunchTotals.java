// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

/**
 * Launches of a program whose launches are sampled.
 *
 * @param simulated launches that were simulated
 * @param warmed launches that only warmed caches, in all passes
 * @param all launches of the program
 */
public record LaunchTotals(long strata, long simulated, long warmed, long all) {
  /** No launch is sampled. */
  static final LaunchTotals NONE = new LaunchTotals(0, 0, 0, 0);

  /** {@return launches that were not simulated} */
  public long skipped() {
    return all - simulated;
  }
}
