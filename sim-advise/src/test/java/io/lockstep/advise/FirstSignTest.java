// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.Catalogue;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.spi.spec.DeviceSpec;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FirstSignTest {
  private static final Catalogue CATALOGUE = Catalogue.of(Optional.empty(), List.of());
  private static final long KERNELS = 1_000_000; // picoseconds

  private final SortedMap<String, BigDecimal> statistics = new TreeMap<>();

  private FirstSignTest shows(String statistic, double value) {
    statistics.put(statistic, BigDecimal.valueOf(value));
    return this;
  }

  private String sign(long picos, String bound) {
    DeviceSpec spec = CATALOGUE.spec("hd5870");
    RunResult result =
        new RunResult(
            new RunResult.Identity("w", spec.id(), spec.name(), new TreeMap<>(), new TreeMap<>()),
            new RunResult.Outcome(RunStatus.OK, null, null, ""),
            new RunResult.Time(1, picos, KERNELS, bound),
            new RunResult.Evidence("", "", spec.hash()),
            statistics,
            RunResult.Observed.NONE);
    return FirstSign.of(result, CATALOGUE, spec);
  }

  @Test
  void namesLaunchesWhereKernelsTakeLessThanHalfOfTheTime() {
    assertThat(sign(10 * KERNELS, "launch")).isEqualTo("launches take 90 % of the time");
    assertThat(sign(4 * KERNELS, "transfers")).isEqualTo("transfers take 75 % of the time");
  }

  @Test
  void namesTheSignWithTheLargestFactor() {
    shows("lanes.utilisation", 0.5); // 2
    shows("dram.channel_imbalance", 3.2).shows("dram.busy", 0.2);
    assertThat(sign(KERNELS, "memory"))
        .isEqualTo("the busiest DRAM channel carries 3.2 times the mean traffic");
  }

  @Test
  void leavesOutUnevenChannelsThatAreHardlyUsed() {
    shows("lanes.utilisation", 0.5).shows("dram.channel_imbalance", 8).shows("dram.busy", 0.001);
    assertThat(sign(KERNELS, "issue")).isEqualTo("50 % of lanes are idle");
  }

  @Test
  void unevenChannelsCountAtMostAsMuchAsTheyAreUneven() {
    shows("lanes.utilisation", 0.5).shows("dram.channel_imbalance", 1.5).shows("dram.busy", 0.9);
    assertThat(sign(KERNELS, "memory")).isEqualTo("50 % of lanes are idle");
  }

  @Test
  void namesIdleLanesBeforeAResourceThatIsBusy() {
    shows("lanes.utilisation", 0.5).shows("dram.busy", 0.9);
    shows("dram.bytes", 90).shows("dram.bytes_at_peak", 100);
    assertThat(sign(KERNELS, "memory bandwidth")).isEqualTo("50 % of lanes are idle");
  }

  @Test
  void namesTheFullestResourceWhereNothingElseStandsOut() {
    shows("lanes.utilisation", 1).shows("dram.busy", 0.9);
    shows("dram.bytes", 90).shows("dram.bytes_at_peak", 100);
    assertThat(sign(KERNELS, "memory bandwidth")).isEqualTo("DRAM bandwidth at 90 % of its peak");
  }

  @Test
  void namesTheStallReasonWhereNoResourceIsBound() {
    shows("dram.busy", 0.1).shows("dram.bytes", 10).shows("dram.bytes_at_peak", 100);
    assertThat(sign(KERNELS, "memory"))
        .isEqualTo("no resource limits the run; it waits for memory");
  }
}
