package io.lockstep.study;

/** Told how far a study is, on any thread, one at a time. */
@FunctionalInterface
public interface StudyProgress {
  /** Ignores progress. */
  StudyProgress NONE = (done, all, name) -> {};

  /**
   * The numbers of requests have changed.
   *
   * @param done number of finished requests
   * @param all number of requests; may grow
   * @param name of the workload that was simulated last, or empty
   */
  void at(int done, int all, String name);
}
