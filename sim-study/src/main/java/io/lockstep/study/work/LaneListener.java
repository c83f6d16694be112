package io.lockstep.study.work;

/**
 * Receives the results of points from the threads of a study, in addition to the store.
 * Thread-safe.
 *
 * @param <P> points
 */
public interface LaneListener<P> extends PointComputer.Listener {
  /** {@return whether it wants the exception behind what is wrong with a point's input} */
  default boolean isStrict() {
    return false;
  }

  /**
   * A point has been computed.
   *
   * @param point of a study
   * @param computed its result
   */
  default void computed(P point, PointComputer.Computed computed) {}
}
