package io.lockstep.judge.conformance;

/**
 * What a check has to show.
 *
 * @param value as it is claimed, in the probe's unit
 * @param low least that passes
 * @param high most that passes
 * @param source who says so: figures of the specification, or a claim's source
 */
record Expected(double value, double low, double high, String source) {
  /** Within a share of the value. */
  static Expected about(double value, double share, String source) {
    return new Expected(value, value * (1 - share), value * (1 + share), source);
  }

  /** From a share of the value up to it. */
  static Expected upTo(double value, double share, String source) {
    return new Expected(value, value * share, value * 1.005, source);
  }

  boolean holds(double shown) {
    return shown >= low && shown <= high; // NaN does not
  }
}
