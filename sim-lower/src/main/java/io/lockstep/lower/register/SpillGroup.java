// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.register;

import java.util.List;

/**
 * Spilled values that one access of memory loads or stores together.
 *
 * @param values the values, in the order of memory
 * @param together whether all values are stored at once, when the last one is defined; otherwise
 *     each instruction stores the values that it defines
 */
public record SpillGroup(List<Integer> values, boolean together) {
  /**
   * {@return the group of a value that is loaded and stored alone}
   *
   * @param value number of the value
   */
  public static SpillGroup alone(int value) {
    return new SpillGroup(List.of(value), false);
  }
}
