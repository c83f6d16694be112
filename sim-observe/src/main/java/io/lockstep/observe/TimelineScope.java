// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

/**
 * Decides whether the current launch, a component and an interval are recorded. Changed by the
 * run's thread between windows, read by the partitions' threads.
 */
final class TimelineScope {
  private final TimelineFilter filter;
  private boolean wanted = true;

  TimelineScope(TimelineFilter filter) {
    this.filter = filter;
  }

  /** Begins a launch, which is recorded if the filter accepts its kernel. */
  void launch(String kernel) {
    wanted = filter.kernel(kernel);
  }

  boolean component(String path) {
    return filter.component(path);
  }

  /** Returns whether an interval of the current launch is recorded. */
  boolean keeps(long start, long end) {
    return wanted && end >= filter.from() && start <= filter.to();
  }
}
