// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.result.ResultFields;
import io.lockstep.spi.stats.CommonCause;
import java.math.BigDecimal;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Each rule of a verdict where it must speak and where it must not. */
class VerdictTest {
  /** A result whose ports issued so much and waited for data so much of a hundred cycles. */
  static RunResult result(
      String device, long micros, long kernelMicros, int issued, int latency, String bound) {
    SortedMap<String, BigDecimal> statistics = new TreeMap<>();
    statistics.put(CommonCause.ISSUED.statistic(), BigDecimal.valueOf(issued));
    statistics.put(CommonCause.MEMORY_LATENCY.statistic(), BigDecimal.valueOf(latency));
    statistics.put(
        CommonCause.NO_WAVEFRONT.statistic(), BigDecimal.valueOf(100 - issued - latency));
    return new ResultFields.Values()
        .set(ResultFields.WORKLOAD, "w")
        .set(ResultFields.DEVICE, device)
        .set(ResultFields.DEVICE_NAME, device)
        .set(ResultFields.STATUS, RunStatus.OK)
        .set(ResultFields.VERIFIED, true)
        .set(ResultFields.CYCLES, 1L)
        .set(ResultFields.SECONDS, micros * 1_000_000)
        .set(ResultFields.KERNEL_SECONDS, kernelMicros * 1_000_000)
        .set(ResultFields.FINGERPRINT, "0")
        .set(ResultFields.TRACE_SHA256, "1")
        .set(ResultFields.DEVICE_SHA256, "2")
        .set(ResultFields.STATISTICS, statistics)
        .set(ResultFields.BOUND, bound)
        .result();
  }

  private static String of(RunResult base, RunResult own) {
    return DeviceVerdict.of(base.device(), base, own.device(), own, false);
  }

  @Test
  @DisplayName("the faster one is so many times as fast, with both times")
  void theFasterOneIsSoManyTimesAsFastWithBothTimes() {
    assertThat(of(result("a", 100, 90, 90, 5, "issue"), result("b", 50, 45, 90, 5, "issue")))
        .startsWith("b is 2.00 times as fast as a (50.00 against 100.00 µs). ")
        .endsWith("Both are bound by issue.");
  }

  @Test
  @DisplayName("the slower one takes so many times as long, and each is bound by its own")
  void theSlowerOneTakesSoManyTimesAsLongAndEachIsBoundByItsOwn() {
    assertThat(of(result("a", 50, 45, 90, 5, "issue"), result("b", 100, 90, 10, 85, "memory")))
        .startsWith("b takes 2.00 times as long as a (100.00 against 50.00 µs). ")
        .endsWith("b is bound by memory, a by issue.");
  }

  @Test
  @DisplayName("times within a hundredth are the same, and nothing explains what is not there")
  void timesWithinAHundredthAreTheSameAndNothingExplainsWhatIsNotThere() {
    assertThat(of(result("a", 1000, 900, 50, 5, "issue"), result("b", 1005, 905, 5, 50, "issue")))
        .isEqualTo("b takes as long as a (1,005.00 against 1,000.00 µs). Both are bound by issue.");
  }

  @Test
  @DisplayName("launches and transfers are named where they make most of the difference")
  void launchesAndTransfersAreNamedWhereTheyMakeMostOfTheDifference() {
    assertThat(of(result("a", 100, 10, 50, 5, "launch"), result("b", 20, 8, 50, 5, "launch")))
        .contains(
            "Most of the difference is launches and transfers: 12.00 against 90.00 µs; the kernels"
                + " alone take 8.00 against 10.00 µs.");
  }

  @Test
  @DisplayName("they are not named where the kernels make more of it, nor of kernels' times alone")
  void theyAreNotNamedWhereTheKernelsMakeMoreOfItNorOfKernelsTimesAlone() {
    RunResult a = result("a", 100, 90, 50, 5, "issue");
    RunResult b = result("b", 50, 45, 50, 5, "issue");
    assertThat(of(a, b)).doesNotContain("launches");
    RunResult c = result("c", 100, 10, 50, 5, "launch");
    assertThat(DeviceVerdict.of("c", c, "b", b, true)).doesNotContain("launches");
  }

  @Test
  @DisplayName("the cause whose time moved most with the kernels' time is named with both figures")
  void theCauseWhoseTimeMovedMostWithTheKernelsTimeIsNamedWithBothFigures() {
    assertThat(of(result("a", 100, 100, 20, 70, "memory"), result("b", 40, 40, 50, 20, "issue")))
        .contains(
            "The largest part of the kernel-time difference is stalls (memory latency): 8.00 against"
                + " 70.00 µs of issue-port time.");
  }

  @Test
  @DisplayName("a cause that moved against the kernels' time is not named")
  void aCauseThatMovedAgainstTheKernelsTimeIsNotNamed() {
    assertThat(of(result("a", 100, 100, 90, 0, "issue"), result("b", 50, 50, 0, 90, "memory")))
        .contains("difference is issuing: 0.00 against 90.00 µs")
        .doesNotContain("memory latency");
  }
}
