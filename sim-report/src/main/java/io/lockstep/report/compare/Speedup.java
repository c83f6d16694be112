// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.run.PhaseTimes;
import io.lockstep.run.RunResult;
import java.util.Optional;

/**
 * A device's speedup over the base on one workload.
 *
 * @param ratio time of the base divided by the device's time
 * @param isNoise whether the difference lies within the variation over launch phases (95 %
 *     confidence)
 */
record Speedup(double ratio, boolean isNoise) {
  /** Computes the speedup; empty if one of the runs has no time. */
  static Optional<Speedup> of(RunResult base, RunResult own, boolean kernels) {
    if (!base.isSimulated() || !own.isSimulated()) {
      return Optional.empty();
    }
    long then = kernels ? base.kernelPicos() : base.picos();
    long now = kernels ? own.kernelPicos() : own.picos();
    if (then <= 0 || now <= 0) {
      return Optional.empty();
    }
    boolean noise =
        base != own && times(base, kernels).isWithinNoiseOf(times(own, kernels)).orElse(false);
    return Optional.of(new Speedup((double) then / now, noise));
  }

  /**
   * Returns the times over launch phases. The time of launches and transfers does not depend on the
   * phase and is therefore added as a constant.
   */
  private static PhaseTimes times(RunResult r, boolean kernels) {
    PhaseTimes t = PhaseTimes.of(r.statistics(), r.kernelPicos());
    long host = kernels ? 0 : r.picos() - r.kernelPicos();
    return new PhaseTimes(
        t.count(), t.mean() + host, t.deviation(), t.interval(), t.least() + host, t.most() + host);
  }
}
