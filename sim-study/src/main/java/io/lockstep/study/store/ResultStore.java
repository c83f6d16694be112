package io.lockstep.study.store;

import io.lockstep.run.RunResult;
import java.util.Optional;

/** Outcomes by the key of their requests. A damaged result is not found. Thread-safe. */
public interface ResultStore {
  /** Stores nothing, so no key is computed. */
  ResultStore NONE = outcome -> {};

  /** {@return whether results are looked up here} False for a store that is only added to. */
  default boolean isSearched() {
    return false;
  }

  /**
   * Looks up a result.
   *
   * @param key 64 hexadecimal digits
   * @return the result that was added last, or empty; empty too in a store with access by point
   *     only
   */
  default Optional<RunResult> find(String key) {
    return Optional.empty();
  }

  /**
   * Adds an outcome, if it is repeatable or the store keeps all. When this returns, it is as
   * durable as the store guarantees.
   *
   * @param outcome of a computed point
   * @throws io.lockstep.io.OutputException if it cannot be written
   */
  void add(PointOutcome outcome);
}
