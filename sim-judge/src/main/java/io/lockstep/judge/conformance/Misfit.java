// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

/**
 * A parameter that does not fit others of its device, or one of its claims.
 *
 * @param parameter the one to change
 * @param needed the value nearest to its own with which it fits
 * @param unit unit of that value; empty for a count
 * @param raise whether that value is larger than its own
 * @param why the calculation, with its own value
 */
public record Misfit(String parameter, long needed, String unit, boolean raise, String why) {
  /** Creates a parameter that is too small. */
  Misfit(String parameter, long needed, String unit, String why) {
    this(parameter, needed, unit, true, why);
  }

  /** {@return the parameter and the value that fits} */
  String value() {
    return parameter + " to " + needed + unit;
  }

  /** {@return a line for people} */
  public String text() {
    return why + (raise ? "; raise " : "; lower ") + value();
  }
}
