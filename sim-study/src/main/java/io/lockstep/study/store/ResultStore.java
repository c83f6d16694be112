package io.lockstep.study.store;

import io.lockstep.run.RunResult;
import java.util.Optional;

/**
 * Outcomes by the key of what was asked for. A store never says something else than what was added:
 * a result that is damaged is not found. Thread-safe.
 */
public interface ResultStore {
  /** Nothing is there, nothing is kept; no key is computed for it. */
  ResultStore NONE = outcome -> {};

  /** {@return whether results are looked up here} False for a store that is only added to. */
  default boolean isSearched() {
    return false;
  }

  /**
   * Looks a result up.
   *
   * @param key 64 hexadecimal digits
   * @return the result that was added last, or empty, as in a store that is asked by point
   */
  default Optional<RunResult> find(String key) {
    return Optional.empty();
  }

  /**
   * Keeps an outcome, if another computation has to come to the same or the store keeps all. When
   * this returns it is as safe as the store promises.
   *
   * @param outcome of a point that was computed
   * @throws io.lockstep.io.OutputException if it cannot be written; then it does not count
   */
  void add(PointOutcome outcome);
}
