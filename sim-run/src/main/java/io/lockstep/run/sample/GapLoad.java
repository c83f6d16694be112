// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import java.util.Arrays;

/**
 * The quantity that a launch's time is proportional to, in its windows and between them: its
 * work-groups if they are equal, else the instructions that the device executes.
 *
 * @param first of the first half of each window
 * @param second of the second half of each window
 * @param gaps of the groups whose cost is estimated after each window but the last
 * @param middles centre of these, as a group's index in the launch
 */
record GapLoad(double[] first, double[] second, double[] gaps, double[] middles) {
  /** Returns the load of work-groups that are equal. */
  static GapLoad ofGroups(SamplePlan plan) {
    GapLoad load = empty(plan);
    for (int k = 0; k < plan.windows(); k++) {
      load.first[k] = plan.measured() / 2.0;
      load.second[k] = plan.measured() / 2.0;
    }
    for (int k = 0; k < load.gaps.length; k++) {
      load.gaps[k] = plan.estimated(k);
      load.middles[k] = plan.end(k) + plan.estimated(k) / 2.0;
    }
    return load;
  }

  /** Returns arrays for the windows of a plan. */
  static GapLoad empty(SamplePlan plan) {
    int windows = plan.windows();
    return new GapLoad(
        new double[windows], new double[windows], new double[windows - 1], new double[windows - 1]);
  }

  /** Returns the weighted sum of two loads; the weights are ticks per unit of each. */
  GapLoad plus(double cost, GapLoad other, double otherCost) {
    GapLoad sum =
        new GapLoad(
            first.clone(), second.clone(), new double[gaps.length], new double[gaps.length]);
    for (int k = 0; k < first.length; k++) {
      sum.first[k] = cost * first[k] + otherCost * other.first[k];
      sum.second[k] = cost * second[k] + otherCost * other.second[k];
    }
    for (int k = 0; k < gaps.length; k++) {
      sum.gaps[k] = cost * gaps[k] + otherCost * other.gaps[k];
      double moment = cost * gaps[k] * middles[k] + otherCost * other.gaps[k] * other.middles[k];
      sum.middles[k] = sum.gaps[k] > 0 ? moment / sum.gaps[k] : middles[k];
    }
    return sum;
  }

  /** Returns whether all windows and gaps have a load. */
  boolean isPositive() {
    return Arrays.stream(first).allMatch(l -> l > 0)
        && Arrays.stream(second).allMatch(l -> l > 0)
        && Arrays.stream(gaps).allMatch(l -> l > 0);
  }

  double window(int window) {
    return first[window] + second[window];
  }
}
