package io.lockstep.sweep.store;

/** Takes outcomes and keeps them. Thread-safe. */
public interface OutcomeSink {
  /**
   * Keeps one. When this returns it is on the disk: a killed process or a machine without power
   * does not lose it.
   *
   * @param outcome of a point that was computed
   * @throws io.lockstep.io.OutputException where it cannot be written; then it does not count
   */
  void add(Outcome outcome);
}
