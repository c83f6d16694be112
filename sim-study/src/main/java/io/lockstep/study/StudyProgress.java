package io.lockstep.study;

/** Told how far a study is, on any thread, one at a time. */
@FunctionalInterface
public interface StudyProgress {
  /** Somebody who does not listen. */
  StudyProgress NONE = (done, all, name) -> {};

  /**
   * One more request is done.
   *
   * @param done how many are
   * @param all of how many
   * @param name of the workload that was simulated
   */
  void at(int done, int all, String name);
}
