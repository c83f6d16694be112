// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

/**
 * The range of values that a check accepts.
 *
 * @param value the claimed value, in the probe's unit
 * @param low smallest accepted value
 * @param high largest accepted value
 * @param source figures of the specification, or the publication
 */
record Expected(double value, double low, double high, String source) {
  /** Accepts values whose relative deviation is at most a given share. */
  static Expected about(double value, double share, String source) {
    return new Expected(value, value * (1 - share), value * (1 + share), source);
  }

  /** Accepts values from a given fraction of the claimed value up to 0.5 % above it. */
  static Expected upTo(double value, double share, String source) {
    return new Expected(value, value * share, value * 1.005, source);
  }

  boolean holds(double shown) {
    return shown >= low && shown <= high; // false for NaN
  }
}
