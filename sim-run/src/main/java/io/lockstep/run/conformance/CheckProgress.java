package io.lockstep.run.conformance;

/** Is notified of the progress of a device's checks. */
@FunctionalInterface
public interface CheckProgress {
  /**
   * A simulation has ended; on any thread, one at a time.
   *
   * @param done simulations that have ended
   * @param all of them
   */
  void at(int done, int all);
}
