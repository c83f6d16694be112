package io.lockstep.study.work;

/**
 * Told by the threads of a study of points and what comes of them, beside the store. Thread-safe.
 *
 * @param <P> points
 */
public interface LaneListener<P> extends PointComputer.Listener {
  /** {@return whether it wants the exception behind what is wrong with a point's input} */
  default boolean isStrict() {
    return false;
  }

  /**
   * A point has its result.
   *
   * @param point that was computed
   * @param computed what came of it
   */
  default void computed(P point, PointComputer.Computed computed) {}
}
