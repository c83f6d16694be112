// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.store;

import io.lockstep.run.RunResult;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Results in memory. Thread-safe. */
public final class MemoryStore implements ResultStore {
  private final Map<String, RunResult> results = new ConcurrentHashMap<>();

  public MemoryStore() {}

  @Override
  public boolean isSearched() {
    return true;
  }

  @Override
  public Optional<RunResult> find(String key) {
    return Optional.ofNullable(results.get(key));
  }

  @Override
  public void add(PointOutcome outcome) {
    if (outcome.result().failure() == null) {
      results.put(outcome.key(), outcome.result());
    }
  }
}
