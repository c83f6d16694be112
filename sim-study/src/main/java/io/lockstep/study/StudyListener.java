// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study;

import io.lockstep.run.RunResult;
import io.lockstep.study.point.Request;

/** Receives results. Calls may come from any thread, but not concurrently. */
@FunctionalInterface
public interface StudyListener {
  StudyListener NONE = (request, result) -> {};

  /**
   * Called when a request is done; the order of calls is not deterministic.
   *
   * @param result result of the request, simulated or found in the store
   */
  void done(Request request, RunResult result);
}
