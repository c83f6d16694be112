package io.lockstep.explain;

/** Is notified of an explanation's progress; on any thread, one call at a time. */
@FunctionalInterface
public interface ExplainListener {
  /** Ignores notifications. */
  ExplainListener NONE = (done, all) -> {};

  /**
   * A simulation has ended.
   *
   * @param done simulations so far
   * @param all that are known to be needed; may grow
   */
  void at(int done, int all);
}
