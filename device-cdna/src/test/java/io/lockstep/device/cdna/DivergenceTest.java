// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.spi.Device;
import io.lockstep.testsupport.Branches;
import io.lockstep.testsupport.Branches.Way;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What branches on the execution mask cost, for one wavefront. */
class DivergenceTest {
  private static final int SIDE = 6; // operations
  private static final int CLOCKS = 4; // of an operation

  private static Device device(String figure, int clocks) {
    return new CdnaProvider()
        .device(
            new CdnaProvider()
                .spec("mi210")
                .with(figure, clocks + "cycles")
                .with("instruction_cache.latency", "0cycles"));
  }

  /** Clocks of an if whose sides have so many operations. */
  private static double clocks(Device device, int notTaken, int taken, Way way) {
    long few = Branches.ifs(device, 64, 8, notTaken, taken, way);
    long many = Branches.ifs(device, 64, 24, notTaken, taken, way);
    return (many - few) / 16.0;
  }

  private static double difference(String figure, int less, int more, Way way) {
    return clocks(device(figure, more), SIDE, SIDE, way)
        - clocks(device(figure, less), SIDE, SIDE, way);
  }

  @Test
  @DisplayName("a side without lanes is skipped, one with any lane is executed")
  void aDivergentIfExecutesBothSides() {
    Device device = device("issue.branch_latency", 16);
    double none = clocks(device, SIDE, SIDE, Way.NONE);
    double odd = clocks(device, SIDE, SIDE, Way.ODD);
    assertThat(odd - none).isEqualTo(SIDE * CLOCKS);
    assertThat(clocks(device, SIDE, 2 * SIDE, Way.NONE)).isEqualTo(none);
    assertThat(clocks(device, SIDE, 2 * SIDE, Way.ODD) - odd).isEqualTo(SIDE * CLOCKS);
    assertThat(clocks(device, 2 * SIDE, SIDE, Way.ODD) - odd).isEqualTo(SIDE * CLOCKS);
  }

  @ParameterizedTest(name = "{0}: {1} taken, {2} not taken")
  @CsvSource({"NONE, 0, 2", "ALL, 1, 1", "ODD, 0, 2"})
  @DisplayName("each if has two branches that skip a side; where that has lanes they are not taken")
  void skipsOfSidesAreTakenOrNot(Way way, int taken, int notTaken) {
    assertThat(difference("issue.branch_latency", 16, 32, way)).isEqualTo(16 * taken);
    assertThat(difference("issue.branch_not_taken", 4, 8, way)).isEqualTo(4 * notTaken);
  }

  @Test
  @DisplayName("a loop takes its branch back each trip, as long as any lane goes on")
  void aLoopTakesItsBranchBackWhileAnyLaneGoesOn() {
    Device device = device("issue.branch_latency", 16);
    Device longer = device("issue.branch_latency", 32);
    long apart = Branches.loop(device, 64, SIDE, 10, 20);
    assertThat(apart).isEqualTo(Branches.loop(device, 64, SIDE, 20, 20));
    assertThat(Branches.loop(longer, 64, SIDE, 10, 20) - apart).isEqualTo(19 * 16);
  }
}
