// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.explain.SmallRuns;
import io.lockstep.explain.experiment.WallTime;
import io.lockstep.judge.validation.Suite;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.StudyProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of a suite of which some have no value, and sums over those that have one. */
class SuiteValuesTest {
  private static final DeviceSpec BASE = SmallRuns.side("gtx280").spec();

  @TempDir Path folder;

  private SuiteValues values(double expected) throws IOException {
    String row = "- {id: %s, device: gtx280, workload: %s, param: {n: %s}, expected: %s%s}%n";
    Path path = SmallRuns.VECADD;
    String text =
        row.formatted("none", path, 64, 0, ", unit: ms")
            + row.formatted("light", path, 64, expected, ", unit: ms, weight: 0.5")
            + row.formatted("full", path, 256, expected, ", unit: ms")
            + row.formatted("wrong", path, -1, expected, ", unit: ms");
    Suite suite = Suite.read(Files.writeString(folder.resolve("s.yaml"), text)).about("gtx280");
    WallTime time = new WallTime(Optional.empty(), StudyProgress.NONE);
    SuiteValues values =
        new SuiteValues(suite, BASE, SmallRuns.INSTALLED, SmallRuns.phases(2), time);
    values.run(List.of(BASE));
    values.take(BASE);
    return values;
  }

  @Test
  void rowsWithoutALogarithmDoNotCountAndSayWhy() throws IOException {
    try (SuiteValues values = values(2)) {
      assertThat(values.rows()).extracting(r -> r.id()).containsExactly("light", "full");
      assertThat(values.notes()).hasSize(2);
      assertThat(values.notes().get(0)).isEqualTo("none does not count: it has no logarithm");
      assertThat(values.notes().get(1)).startsWith("wrong does not count: ");
      assertThat(values.problem()).startsWith("; wrong: ");
      assertThat(values.expected()).containsExactly(Math.log(2), Math.log(2));
      assertThat(values.weights()).containsExactly(0.5, 1);
      assertThat(values.isMet()).isFalse();
    }
  }

  @Test
  void sumsAreWeighted() throws IOException {
    try (SuiteValues values = values(2)) {
      double[] one = {1, 2};
      double[] other = {3, 7};
      assertThat(values.distance(one, other)).isCloseTo(Math.sqrt(0.5 * 4 + 25), within(1e-12));
      double log = Math.log(2);
      double squares = 0.5 * Math.pow(log - 1, 2) + Math.pow(log - 2, 2);
      assertThat(values.squares(one)).isCloseTo(squares, within(1e-12));
      assertThat(values.rootMean(6)).isCloseTo(2, within(1e-12));
    }
  }

  @Test
  void aDeviceOfWhichTheValuesAreExpectedMeetsThem() throws IOException {
    double[] logs;
    try (SuiteValues values = values(2)) {
      logs = values.of(BASE).orElseThrow();
      List<Residual> residuals = values.residuals(logs, new double[] {0, 1});
      assertThat(residuals.get(0).simulated()).isCloseTo(Math.exp(logs[0]), within(1e-9));
      assertThat(residuals.get(0).left()).isCloseTo(Math.log(2), within(1e-12));
      assertThat(residuals.get(1).left()).isCloseTo(Math.log(2) - 1, within(1e-12));
      assertThat(residuals.get(1).weight()).isEqualTo(1);
    }
    assertThat(logs[1]).as("more items take longer").isGreaterThan(logs[0]);
  }
}
