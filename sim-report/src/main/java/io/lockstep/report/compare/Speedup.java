package io.lockstep.report.compare;

import io.lockstep.run.PhaseTimes;
import io.lockstep.run.RunResult;
import java.util.Optional;

/**
 * A device's speedup over the base on one workload.
 *
 * @param ratio the base's time divided by the device's
 * @param isNoise whether the times differ by no more than launch phases make them (95 %)
 */
record Speedup(double ratio, boolean isNoise) {
  /** Empty if one of them has no time. */
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

  /** Launches and transfers do not depend on the launch phase: they shift the kernels' times. */
  private static PhaseTimes times(RunResult r, boolean kernels) {
    PhaseTimes t = PhaseTimes.of(r.statistics(), r.kernelPicos());
    long host = kernels ? 0 : r.picos() - r.kernelPicos();
    return new PhaseTimes(
        t.count(), t.mean() + host, t.deviation(), t.interval(), t.least() + host, t.most() + host);
  }
}
