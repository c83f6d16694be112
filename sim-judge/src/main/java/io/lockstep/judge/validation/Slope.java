// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The growth of the simulated time relative to the growth of the published time, between the two
 * largest sizes of a series that have a value.
 *
 * @param parameter name of the parameter that varies in the series
 * @param from the second largest size
 * @param to the largest size
 * @param time simulated / published difference of the two times
 * @param logarithm simulated / published difference of the logarithms of the two times
 */
public record Slope(
    String device,
    String series,
    String parameter,
    double from,
    double to,
    double time,
    double logarithm) {
  /**
   * Minimum growth of the published time. A smaller growth shows no slope, because the times are
   * dominated by launches and latency.
   */
  private static final double LEAST_GROWTH = 1.1;

  private static final double NEAR = 1.25;

  /** Whether the simulated growth of time is within a factor of 1.25 of the published growth. */
  public boolean isNear() {
    return time * NEAR >= 1 && time <= NEAR;
  }

  /**
   * Returns the slopes of all series whose published time grows, in the order of their first rows.
   */
  static List<Slope> of(List<RowResult> rows) {
    Map<List<String>, SortedMap<Double, RowResult>> series = new LinkedHashMap<>();
    for (RowResult row : rows) {
      if (row.isLogarithmic() && row.setting().size().isPresent()) {
        SizePoint point = row.setting().size().get();
        series
            .computeIfAbsent(
                List.of(row.device(), point.series(), row.setting().overrides().toString()),
                k -> new TreeMap<>())
            .put(point.size(), row);
      }
    }
    List<Slope> slopes = new ArrayList<>();
    for (SortedMap<Double, RowResult> sizes : series.values()) {
      RowResult large = sizes.get(sizes.lastKey());
      SortedMap<Double, RowResult> smaller = sizes.headMap(sizes.lastKey());
      if (!smaller.isEmpty()) {
        RowResult small = smaller.get(smaller.lastKey());
        if (large.expected() >= LEAST_GROWTH * small.expected()) {
          slopes.add(between(small, large));
        }
      }
    }
    return slopes;
  }

  private static Slope between(RowResult small, RowResult large) {
    SizePoint point = large.setting().size().orElseThrow();
    double from = small.value().getAsDouble();
    double to = large.value().getAsDouble();
    return new Slope(
        large.device(),
        point.series(),
        point.parameter(),
        small.setting().size().orElseThrow().size(),
        point.size(),
        (to - from) / (large.expected() - small.expected()),
        StrictMath.log(to / from) / StrictMath.log(large.expected() / small.expected()));
  }
}
