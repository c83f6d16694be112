package io.lockstep.observe;

/**
 * What of a timeline is wanted now: components, a time, and the launches of some kernels. Changed
 * by the run's thread between windows, read by the partitions'.
 */
final class TimelineScope {
  private final TimelineFilter filter;
  private boolean wanted = true;

  TimelineScope(TimelineFilter filter) {
    this.filter = filter;
  }

  /** A launch begins: from now on the timeline is that kernel's. */
  void launch(String kernel) {
    wanted = filter.kernel(kernel);
  }

  /** Whether a component is wanted. */
  boolean component(String path) {
    return filter.component(path);
  }

  /** Whether an interval that ends now is wanted. */
  boolean keeps(long start, long end) {
    return wanted && end >= filter.from() && start <= filter.to();
  }
}
