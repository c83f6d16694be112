// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study;

/** Receives the progress of a study. Calls may come from any thread, but not concurrently. */
@FunctionalInterface
public interface StudyProgress {
  StudyProgress NONE = (done, all, name) -> {};

  /**
   * Called when the numbers of requests have changed.
   *
   * @param done number of completed requests
   * @param all number of requests; may grow
   * @param name name of the last simulated workload, or empty
   */
  void at(int done, int all, String name);
}
