// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sentence;

import io.lockstep.inspect.occupancy.OccupancyRow;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.CommonCause;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The results of one specification.
 *
 * @param statistics statistics by name, means over launch phases
 * @param occupancy occupancy of each kind of launch, in the order of their first launches
 */
public record State(DeviceSpec spec, Map<String, Double> statistics, List<OccupancyRow> occupancy) {
  public State {
    statistics = Map.copyOf(new TreeMap<>(statistics));
    occupancy = List.copyOf(occupancy);
  }

  /** Returns a statistic; 0 if it is not modelled. */
  double of(String statistic) {
    return statistics.getOrDefault(statistic, 0.0);
  }

  double ratio(String statistic, String by) {
    return of(by) == 0 ? 0 : of(statistic) / of(by);
  }

  /** Returns a figure, including derived ones; empty if the device lacks it. */
  OptionalLong figure(String path) {
    return spec.known(path);
  }

  String text(String path) {
    return spec.figure(path).readable();
  }

  /** Returns the share of issue cycles with resident wavefronts spent waiting for memory. */
  double waiting() {
    double there = occupied();
    double waited =
        of(CommonCause.MEMORY_LATENCY.statistic()) + of(CommonCause.MEMORY_BANDWIDTH.statistic());
    return there > 0 ? waited / there : 0;
  }

  /** Returns the issue cycles with resident wavefronts. */
  double occupied() {
    double sum = 0;
    for (CommonCause cause : CommonCause.values()) {
      sum += cause == CommonCause.NO_WAVEFRONT ? 0 : of(cause.statistic());
    }
    return sum;
  }
}
