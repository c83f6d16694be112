// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Times of programs without streams, which run in order, computed by hand from the costs in {@link
 * StreamRig}.
 */
class InOrderProgramTest {
  private static StreamRig rig() {
    return rig(Map.of());
  }

  private static StreamRig rig(Map<String, Long> costs) {
    return new StreamRig(StreamRig.inOrder(0, 0), 4, 2, true, costs);
  }

  @Test
  void aLaunchOnAnIdleDeviceStartsAfterTheLaunchLatency() {
    StreamRig rig = rig().launch(0, 200).run();
    assertThat(rig.times(0)).isEqualTo("10.0 to 210.0");
    assertThat(rig.timeline.now()).isEqualTo(4 * StreamRig.MICRO);
    assertThat(rig.end()).isEqualTo(210);
  }

  @Test
  @DisplayName("a queued launch starts after the one before it and the gap, in the same slot")
  void aQueuedLaunchStartsAfterTheOneBeforeItAndTheGap() {
    StreamRig rig = rig().launch(0, 200).launch(0, 50).run();
    assertThat(rig.times(1)).isEqualTo("213.0 to 263.0");
    assertThat(rig.mostAtOnce()).isEqualTo(1);
  }

  @Test
  void aQueuedLaunchThatTheHostCallsLateWaitsForTheHost() {
    StreamRig rig = rig().launchNanos(0, 500).launch(0, 1).run();
    assertThat(rig.times(0)).isEqualTo("10.0 to 10.5");
    assertThat(rig.times(1)).isEqualTo("14.0 to 15.0");
  }

  @Test
  @DisplayName("the gap counts from the last kernel's end, also if the host calls after that end")
  void theGapCountsFromTheLastKernelsEnd() {
    Map<String, Long> costs =
        Map.of("host.submit", 20 * StreamRig.MICRO, "host.back_to_back", 30 * StreamRig.MICRO);
    StreamRig rig = rig(costs).launch(0, 1).launch(0, 1).run();
    assertThat(rig.times(1)).isEqualTo("41.0 to 42.0");
  }

  @Test
  void afterASynchronisationTheNextLaunchPaysTheWholeLatencyAgain() {
    StreamRig rig = rig().launch(0, 200).synchronize().launch(0, 1).run();
    assertThat(rig.times(1)).isEqualTo("228.0 to 229.0"); // the host goes on at 218
  }

  @Test
  @DisplayName("a transfer waits for the device and blocks the host; pinned memory is faster")
  void aTransferWaitsForTheDeviceAndBlocksTheHost() {
    StreamRig rig = rig().launch(0, 100).upload(0, false).upload(0, true).run();
    assertThat(rig.times(1)).isEqualTo("133.0 to 333.0"); // the host goes on at 118
    assertThat(rig.times(2)).isEqualTo("348.0 to 448.0");
    assertThat(rig.engines.transfers().picos()).isEqualTo(330 * StreamRig.MICRO);
    assertThat(rig.timeline.now()).isEqualTo(448 * StreamRig.MICRO);
  }

  @Test
  void pageableTransfersUpToALimitGoThroughTheRuntimesBuffer() {
    long staged = 250_000_000;
    assertThat(upload(Map.of("host.staging", (long) StreamRig.BYTES, "host.staged", staged)))
        .isEqualTo("15.0 to 415.0");
    assertThat(upload(Map.of("host.staging", StreamRig.BYTES - 1L, "host.staged", staged)))
        .isEqualTo("15.0 to 215.0");
  }

  private static String upload(Map<String, Long> costs) {
    return rig(costs).upload(0, false).run().times(0);
  }

  @Test
  @DisplayName("a memset is queued like a launch and takes its bytes' time")
  void aMemsetIsQueuedLikeALaunch() {
    StreamRig rig = rig().fill(0).launch(0, 1).run();
    assertThat(rig.times(0)).isEqualTo("10.0 to 110.0");
    assertThat(rig.times(1)).isEqualTo("113.0 to 114.0");
    assertThat(rig.hostTouches()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"64, 2.048", "298, 2.164", "945, 3.494", "750, 3.234", "60326, 147.08"})
  @DisplayName(
      "launches behind each other on an MI210 take what is longer, submission or execution with"
          + " dispatch, not the sum of both")
  void launchesBehindEachOtherTakeTheLongerOfSubmissionAndExecution(
      int groups, double publishedMicroseconds) {
    int nanos = (int) (610 + 2.42 * groups);
    long each = interval(2_050_000, nanos);
    assertThat(each).isEqualTo(Math.max(2_050_000, 600_000 + 1000L * nanos));
    assertThat(each / 1e6).isCloseTo(publishedMicroseconds, withinPercentage(7));
    assertThat(interval(0, nanos)).isEqualTo(600_000 + 1000L * nanos);
  }

  /** Between two of many launches of kernels that take 0.61 us and 2.42 ns for each group. */
  private static long interval(long submit, int nanos) {
    StreamRig rig =
        rig(
            Map.of(
                "host.launch", 4_000_000L, "host.back_to_back", 600_000L, "host.submit", submit));
    for (int i = 0; i < 100; i++) {
      rig.launchNanos(0, nanos);
    }
    rig.run();
    return rig.operations.get(99).start() - rig.operations.get(98).start();
  }
}
