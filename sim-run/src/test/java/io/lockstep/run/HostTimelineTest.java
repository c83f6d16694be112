// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.lockstep.spi.host.HostCosts;
import io.lockstep.spi.spec.Figures;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Costs: launch 100, back to back 10, submit 5, synchronise 20, transfer 50 + bytes at 1 or 2. */
class HostTimelineTest {
  private static final long SECOND = 1_000_000_000_000L;

  private final HostTimeline timeline =
      new HostTimeline(
          HostCosts.of(
              Figures.of(
                  Map.of(
                      "host.launch", 100L,
                      "host.back_to_back", 10L,
                      "host.submit", 5L,
                      "host.synchronize", 20L,
                      "host.transfer", 50L,
                      "host.pinned", 2 * SECOND,
                      "host.pageable", SECOND,
                      "host.fill", 4 * SECOND,
                      "host.copy", SECOND / 2))));

  @Test
  @DisplayName("a launch on an idle device starts after the launch latency")
  void aLaunchOnAnIdleDeviceStartsAfterTheLaunchLatency() {
    assertThat(timeline.launch()).isEqualTo(100);
    assertThat(timeline.now()).isEqualTo(5);
    timeline.launched(1000);
    assertThat(timeline.end()).isEqualTo(1000);
  }

  @Test
  @DisplayName("a queued launch starts after the one before it and the gap")
  void aQueuedLaunchStartsAfterTheOneBeforeItAndTheGap() {
    timeline.launch();
    timeline.launched(1000);
    assertThat(timeline.launch()).isEqualTo(1010);
    assertThat(timeline.now()).isEqualTo(10);
  }

  @Test
  @DisplayName("a queued launch that the host calls late waits for the host")
  void aQueuedLaunchThatTheHostCallsLateWaitsForTheHost() {
    timeline.launch();
    timeline.launched(50);
    assertThat(timeline.launch()).isEqualTo(105);
  }

  @Test
  @DisplayName("after a synchronisation the next launch pays the whole latency again")
  void afterASynchronisationTheNextLaunchPaysTheWholeLatencyAgain() {
    timeline.launch();
    timeline.launched(1000);
    timeline.synchronize();
    assertThat(timeline.now()).isEqualTo(1020);
    assertThat(timeline.launch()).isEqualTo(1120);
  }

  @Test
  @DisplayName("a transfer waits for the device and blocks the host; pinned memory is faster")
  void aTransferWaitsForTheDeviceAndBlocksTheHost() {
    timeline.launch();
    timeline.launched(1000);
    assertThat(timeline.transfer(300, false)).isEqualTo(50 + 300);
    assertThat(timeline.now()).isEqualTo(1020 + 50 + 300);
    assertThat(timeline.transfer(300, true)).isEqualTo(50 + 150);
    assertThat(timeline.now()).isEqualTo(1370 + 50 + 150);
  }

  @Test
  void pageableTransfersUpToALimitGoThroughTheRuntimesBuffer() {
    Map<String, Long> figures =
        Map.of(
            "host.synchronize",
            20L,
            "host.transfer",
            50L,
            "host.pinned",
            2 * SECOND,
            "host.pageable",
            SECOND,
            "host.staging",
            300L,
            "host.staged",
            SECOND / 4);
    HostTimeline staged = new HostTimeline(HostCosts.of(Figures.of(figures)));
    assertThat(staged.transfer(300, false)).isEqualTo(50 + 1200);
    assertThat(staged.transfer(301, false)).isEqualTo(50 + 301);
    assertThat(staged.transfer(300, true)).isEqualTo(50 + 150);
  }

  @Test
  @DisplayName("a memset is queued like a launch and takes its bytes' time")
  void deviceOperations() {
    assertThat(timeline.deviceOperation(400, 4 * SECOND)).isEqualTo(100);
    assertThat(timeline.end()).isEqualTo(100 + 100);
    assertThat(timeline.now()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({"64, 2.048", "298, 2.164", "945, 3.494", "750, 3.234", "60326, 147.08"})
  @DisplayName(
      "launches behind each other on an MI210 take what is longer, submission or execution with"
          + " dispatch, not the sum of both")
  void launchesBehindEachOtherTakeTheLongerOfSubmissionAndExecution(
      int groups, double publishedMicroseconds) {
    long each = interval(2_050_000, groups);
    assertThat(each).isEqualTo(Math.max(2_050_000, 1_210_000 + 2_420L * groups));
    assertThat(each / 1e6).isCloseTo(publishedMicroseconds, withinPercentage(7));
    assertThat(interval(0, groups)).isEqualTo(1_210_000 + 2_420L * groups);
  }

  /** Between two of many launches of kernels that take 0.61 us and 2.42 ns for each group. */
  private static long interval(long submit, int groups) {
    HostTimeline many =
        new HostTimeline(
            HostCosts.of(
                Figures.of(
                    Map.of(
                        "host.launch", 4_000_000L,
                        "host.back_to_back", 600_000L,
                        "host.submit", submit))));
    long last = 0;
    long start = 0;
    for (int i = 0; i < 100; i++) {
      last = start;
      start = many.launch();
      many.launched(start + 610_000 + 2_420L * groups);
    }
    return start - last;
  }
}
