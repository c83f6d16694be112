// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

/**
 * Sums of a quantity over consecutive work-groups of a launch. Immutable by convention.
 *
 * @param before by group: sum over all groups before it; the last element is the sum over all
 */
record GroupSums(long[] before) {
  /** Returns the sum over the groups {@code from} (inclusive) to {@code to} (exclusive). */
  long between(long from, long to) {
    return before[(int) to] - before[(int) from];
  }

  /** Returns the sum over the same groups of quantity times position, the middle of the group. */
  double moment(long from, long to) {
    double sum = 0;
    for (long g = from; g < to; g++) {
      sum += (g + 0.5) * between(g, g + 1);
    }
    return sum;
  }
}
