package io.lockstep.study;

import io.lockstep.run.RunResult;
import io.lockstep.study.point.Request;

/** Is notified of results, on any thread, one at a time. */
@FunctionalInterface
public interface StudyListener {
  /** Ignores all results. */
  StudyListener NONE = (request, result) -> {};

  /**
   * Is called when a request is done; the order of calls depends on the machine.
   *
   * @param request program, device and launch phase
   * @param result its result, simulated or found in the store
   */
  void done(Request request, RunResult result);
}
