package io.lockstep.sweep.plan;

import io.lockstep.study.point.Point;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The times of computed points and estimates for others: the mean of those of the same workload,
 * parameters and device, else of the same workload and device, else of the same workload. There is
 * no estimate for a workload without measurements. Not thread-safe.
 */
public final class WallTimes {
  private static final class Mean {
    private double sum;
    private long count;
  }

  private final Map<List<Object>, Mean> means = new HashMap<>();

  /** Nothing was measured yet. */
  public WallTimes() {}

  /**
   * Adds the time of a computed point.
   *
   * @param point of a study
   * @param wallMicros wall time, microseconds
   */
  public void add(Point point, long wallMicros) {
    for (List<Object> key : keys(point)) {
      Mean mean = means.computeIfAbsent(key, k -> new Mean());
      mean.sum += wallMicros;
      mean.count++;
    }
  }

  /**
   * {@return the estimated time of a point, microseconds of one thread; empty if unknown}
   *
   * @param point any point
   */
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
