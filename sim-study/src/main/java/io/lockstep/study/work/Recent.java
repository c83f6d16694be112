// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

import io.lockstep.run.RunResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * The most recent results of this process by key, so that points with equal requests are simulated
 * once. Thread-safe: threads wait for a result that another thread is computing.
 */
final class Recent {
  private static final int MOST = 256;

  private final Map<String, FutureTask<RunResult>> results =
      new LinkedHashMap<>(2 * MOST, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, FutureTask<RunResult>> eldest) {
          return size() > MOST;
        }
      };

  /** Returns the result of a key, computing it if necessary. Failed results are not kept. */
  RunResult result(String key, Supplier<RunResult> compute) throws InterruptedException {
    FutureTask<RunResult> mine = new FutureTask<>(compute::get);
    FutureTask<RunResult> first;
    synchronized (results) {
      first = results.putIfAbsent(key, mine);
    }
    if (first == null) {
      mine.run();
    }
    try {
      RunResult result = (first == null ? mine : first).get();
      if (result.failure() != null) {
        forget(key);
      }
      return result;
    } catch (ExecutionException e) {
      forget(key);
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause(); // the supplier throws no checked exceptions
    }
  }

  private void forget(String key) {
    synchronized (results) {
      results.remove(key);
    }
  }
}
