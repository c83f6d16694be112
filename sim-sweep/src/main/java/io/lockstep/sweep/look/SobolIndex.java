// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

/**
 * The share of a figure's variance that is due to one coordinate of a design.
 *
 * @param name a parameter or an overridden figure
 * @param first first-order index
 * @param total total index, including interactions
 */
public record SobolIndex(String name, Estimate first, Estimate total) {
  /**
   * An estimated share, possibly slightly below 0 or above 1, with its 95 % confidence interval.
   */
  public record Estimate(double value, double low, double high) {}
}
