// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

/**
 * A parameter that keeps others of its device below what they promise.
 *
 * @param parameter the one to change
 * @param needed its least value with which they can
 * @param unit unit of that value; empty for a count
 * @param why the calculation, with its own value
 */
public record Misfit(String parameter, long needed, String unit, String why) {
  /** {@return the parameter and the value that fits} */
  String value() {
    return parameter + " to " + needed + unit;
  }

  /** {@return a line for people} */
  public String text() {
    return why + "; raise " + value();
  }
}
