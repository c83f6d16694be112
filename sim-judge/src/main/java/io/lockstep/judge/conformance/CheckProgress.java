package io.lockstep.judge.conformance;

/** Is told how far the checks of a device are. */
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
