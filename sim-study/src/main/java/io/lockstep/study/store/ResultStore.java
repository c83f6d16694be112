// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.store;

import io.lockstep.run.RunResult;
import java.util.Optional;

/** Stores outcomes by the key of their requests. Damaged files count as missing. Thread-safe. */
public interface ResultStore {
  /** A store that stores nothing and therefore needs no keys. */
  ResultStore NONE = outcome -> {};

  /** Returns whether results can be looked up; false for a write-only store. */
  default boolean isSearched() {
    return false;
  }

  /**
   * Looks up a result.
   *
   * @param key 64 hexadecimal digits
   * @return the last result that was added; empty if there is none, or if the store cannot be
   *     searched
   */
  default Optional<RunResult> find(String key) {
    return Optional.empty();
  }

  /**
   * Adds an outcome. A store may ignore outcomes that are not repeatable. On return, the outcome is
   * as durable as the store guarantees.
   *
   * @throws io.lockstep.io.OutputException if it cannot be written
   */
  void add(PointOutcome outcome);
}
