// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

/**
 * What was sampled in a pass.
 *
 * @param launches launches with gaps
 * @param windows windows of these launches
 * @param groups work-groups that were simulated, of all launches
 * @param skipped work-groups that were left out
 * @param unexecuted those of them that were not executed either
 * @param interval half-width of the 95 % interval of the kernels' time, in ticks
 */
public record SampleTotals(
    long launches, long windows, long groups, long skipped, long unexecuted, long interval) {
  static final SampleTotals NONE = new SampleTotals(0, 0, 0, 0, 0, 0);

  SampleTotals full(long of) {
    return new SampleTotals(launches, windows, groups + of, skipped, unexecuted, interval);
  }

  /** The intervals of launches add up: errors of one kernel's launches have the same sign. */
  SampleTotals sampled(SamplePlan plan, long unread, long more) {
    return new SampleTotals(
        launches + 1,
        windows + plan.windows(),
        groups + plan.groups() - plan.skipped(),
        skipped + plan.skipped(),
        unexecuted + unread,
        interval + more);
  }
}
