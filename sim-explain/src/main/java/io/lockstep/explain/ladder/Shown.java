// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.ladder;

import io.lockstep.run.RunResult;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.CommonCause;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * A device and its result at launch phase 0.
 *
 * @param name name of the run in sentences
 * @param roof name of its largest roof
 */
record Shown(String name, String roof, DeviceSpec spec, RunResult real) {

  /** Returns a statistic; 0 if it is not modelled. */
  double of(String statistic) {
    Number value = real.statistics().get(statistic);
    return value == null ? 0 : value.doubleValue();
  }

  boolean hasFigure(String path) {
    return spec.has(path);
  }

  double ratio(String statistic, String by) {
    return of(by) == 0 ? 0 : of(statistic) / of(by);
  }

  /** Returns the share of the given stall reasons in the issue cycles with resident wavefronts. */
  double share(CommonCause... causes) {
    double there = 0;
    for (CommonCause cause : CommonCause.values()) {
      there += cause == CommonCause.NO_WAVEFRONT ? 0 : of(cause.statistic());
    }
    double own = Arrays.stream(causes).mapToDouble(c -> of(c.statistic())).sum();
    return there == 0 ? 0 : own / there;
  }

  OptionalLong figure(String path) {
    return spec.known(path);
  }

  String text(String path) {
    return spec.figure(path).readable();
  }
}
