// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.stream;

import io.lockstep.run.Verdict;
import java.util.Map;

/**
 * Numbers of answers.
 *
 * @param results numbers of results by verdict
 * @param wrong number of lines that are no points, or whose workload is wrong
 * @param written number of lines that were written
 */
public record StreamCount(Map<Verdict, Long> results, long wrong, long written) {
  public StreamCount {
    results = Map.copyOf(results);
  }

  public long of(Verdict verdict) {
    return results.getOrDefault(verdict, 0L);
  }
}
