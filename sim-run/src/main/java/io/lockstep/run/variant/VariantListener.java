package io.lockstep.run.variant;

import io.lockstep.run.RunResult;

/** Told of results as they come, on any thread, one at a time. */
@FunctionalInterface
public interface VariantListener {
  /** Somebody who does not listen. */
  VariantListener NONE = (request, result) -> {};

  /**
   * A request is done; the order of calls depends on the machine.
   *
   * @param request as asked for
   * @param result its result, simulated or found in the store
   */
  void done(Request request, RunResult result);
}
