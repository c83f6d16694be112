package io.lockstep.observe;

/**
 * What of a timeline is wanted now: components, a time, and the launches of some kernels. Changed
 * by the run's thread between windows, read by the partitions'.
 */
final class TimelineScope {
  /**
   * What is counted by intervals and requests of slices, which JSON has not.
   *
   * @param interval in ticks
   * @param wanted whether they are taken down
   */
  record Details(long interval, boolean wanted) {
    /** What a recorder is given: 0 for none. */
    long recorded() {
      return wanted ? interval : 0;
    }
  }

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
