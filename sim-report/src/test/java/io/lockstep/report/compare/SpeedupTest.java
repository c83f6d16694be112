// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.run.PhaseTimes;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.result.ResultFields;
import java.math.BigDecimal;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Speedups and whether they are within the noise of launch phases. */
class SpeedupTest {
  /** A result with the kernels' own time at each phase, in microseconds. */
  private static RunResult result(String device, long hostMicros, long... kernelMicros) {
    long[] picos = java.util.Arrays.stream(kernelMicros).map(m -> m * 1_000_000).toArray();
    SortedMap<String, BigDecimal> statistics = new TreeMap<>();
    if (picos.length > 1) {
      PhaseTimes t = PhaseTimes.of(picos);
      statistics.put("phases", BigDecimal.valueOf(t.count()));
      statistics.put("phases.kernels.mean", BigDecimal.valueOf(t.mean()));
      statistics.put("phases.kernels.deviation", BigDecimal.valueOf(t.deviation()));
    }
    return new ResultFields.Values()
        .set(ResultFields.WORKLOAD, "w")
        .set(ResultFields.DEVICE, device)
        .set(ResultFields.DEVICE_NAME, device)
        .set(ResultFields.STATUS, RunStatus.OK)
        .set(ResultFields.VERIFIED, true)
        .set(ResultFields.CYCLES, 1L)
        .set(ResultFields.SECONDS, picos[0] + hostMicros * 1_000_000)
        .set(ResultFields.KERNEL_SECONDS, picos[0])
        .set(ResultFields.FINGERPRINT, "0")
        .set(ResultFields.TRACE_SHA256, "1")
        .set(ResultFields.DEVICE_SHA256, "2")
        .set(ResultFields.STATISTICS, statistics)
        .set(ResultFields.BOUND, "issue")
        .result();
  }

  private static Speedup of(RunResult base, RunResult own, boolean kernels) {
    return Speedup.of(base, own, kernels).orElseThrow();
  }

  @Test
  void overlappingKernelTimesAreNoiseAndSeparateOnesAreNot() {
    RunResult base = result("a", 0, 100, 104, 96, 100);
    assertThat(of(base, result("b", 0, 101, 97, 103, 99), true).isNoise()).isTrue();
    Speedup half = of(base, result("b", 0, 200, 204, 196, 200), true);
    assertThat(half.isNoise()).isFalse();
    assertThat(half.ratio()).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void launchesAndTransfersShiftTheTimesThatAreTested() {
    RunResult base = result("a", 10, 100, 104, 96, 100);
    RunResult own = result("b", 60, 101, 97, 103, 99);
    assertThat(of(base, own, true).isNoise()).isTrue();
    assertThat(of(base, own, false).isNoise()).isFalse();
  }

  @Test
  void withoutPhasesAndForTheBaseItselfNothingIsNoise() {
    assertThat(of(result("a", 0, 100), result("b", 0, 100), true).isNoise()).isFalse();
    RunResult base = result("a", 0, 100, 104);
    assertThat(of(base, base, true)).isEqualTo(new Speedup(1, false));
  }

  @Test
  void aDeviceWithoutATimeHasNoSpeedup() {
    assertThat(Speedup.of(result("a", 0, 100), result("b", 0, 0), true)).isEmpty();
  }
}
