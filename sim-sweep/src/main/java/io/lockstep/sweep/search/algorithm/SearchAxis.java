// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search.algorithm;

/**
 * A dimension of the search space: a set of exclusive choices.
 *
 * @param size number of choices, at least 1
 * @param ordered whether choices are ordered numbers; otherwise all choices are equally distant
 */
public record SearchAxis(String name, int size, boolean ordered) {
  public SearchAxis {
    if (size < 1) {
      throw new IllegalArgumentException(name + ": " + size + " choices");
    }
  }

  /**
   * Returns the distance of two choices. It is 1 between the ends of an ordered axis, and between
   * any two choices of an unordered axis.
   */
  double distance(int one, int other) {
    if (one == other) {
      return 0;
    }
    return ordered ? Math.abs(one - other) / (double) (size - 1) : 1;
  }
}
