package io.lockstep.study;

/** Told how far a study is, on any thread, one at a time. */
@FunctionalInterface
public interface StudyProgress {
  /** Somebody who does not listen. */
  StudyProgress NONE = (done, all, name) -> {};

  /**
   * More requests are done, or more are to come.
   *
   * @param done how many are
   * @param all of how many; may grow
   * @param name of the workload that was simulated last, or empty
   */
  void at(int done, int all, String name);
}
