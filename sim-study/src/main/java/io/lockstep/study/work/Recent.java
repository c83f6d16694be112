package io.lockstep.study.work;

import io.lockstep.run.RunResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * The last results of this process by their keys, so that points with equal requests are simulated
 * once. Thread-safe: a thread waits for a result that another one is computing.
 */
final class Recent {
  private static final int MOST = 256;

  private final Map<String, FutureTask<RunResult>> results =
      new LinkedHashMap<>(2 * MOST, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, FutureTask<RunResult>> eldest) {
          return size() > MOST;
        }
      };

  /**
   * The result of a key: one that is there, or computed.
   *
   * @param compute what this machine made fail is not kept
   */
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
      throw (RuntimeException) e.getCause(); // a supplier declares nothing else
    }
  }

  private void forget(String key) {
    synchronized (results) {
      results.remove(key);
    }
  }
}
