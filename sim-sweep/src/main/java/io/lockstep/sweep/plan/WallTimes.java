// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import io.lockstep.study.point.Point;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Estimates the simulation time of points from measured points: the mean over points with the same
 * workload, parameters and device; if there are none, with the same workload and device; if there
 * are none, with the same workload. A workload without measurements has no estimate. Not
 * thread-safe.
 */
public final class WallTimes {
  private static final class Mean {
    private double sum;
    private long count;
  }

  private final Map<List<Object>, Mean> means = new HashMap<>();

  public WallTimes() {}

  /**
   * Adds a measured point.
   *
   * @param wallMicros wall time, microseconds
   */
  public void add(Point point, long wallMicros) {
    for (List<Object> key : keys(point)) {
      Mean mean = means.computeIfAbsent(key, k -> new Mean());
      mean.sum += wallMicros;
      mean.count++;
    }
  }

  /** Returns the estimated single-thread time of a point in microseconds; empty if unknown. */
  public OptionalDouble micros(Point point) {
    if (!means.isEmpty()) {
      for (List<Object> key : keys(point)) {
        Mean mean = means.get(key);
        if (mean != null) {
          return OptionalDouble.of(mean.sum / mean.count);
        }
      }
    }
    return OptionalDouble.empty();
  }

  private static List<List<Object>> keys(Point point) {
    return List.of(
        List.of(point.workload(), point.device(), point.parameters()),
        List.of(point.workload(), point.device()),
        List.of(point.workload()));
  }
}
