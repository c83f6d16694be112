// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

/**
 * Sums of a quantity over consecutive work-groups of a launch. Immutable by convention.
 *
 * @param before its sum over the groups before each group, then over all
 */
record GroupSums(long[] before) {
  /** Returns the sum over the groups from one to before another. */
  long between(long from, long to) {
    return before[(int) to] - before[(int) from];
  }

  /** Returns the sum over some groups of the quantity of each times its number. */
  double moment(long from, long to) {
    double sum = 0;
    for (long g = from; g < to; g++) {
      sum += (g + 0.5) * between(g, g + 1);
    }
    return sum;
  }
}
