// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.calibration;

import static io.lockstep.explain.Recorded.isRecorded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.explain.SmallRuns;
import io.lockstep.explain.experiment.UnexplainedException;
import io.lockstep.explain.figures.Side;
import io.lockstep.judge.validation.Suite;
import io.lockstep.study.StudyProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Suites whose expected values were simulated on a changed device: the change must be found. */
class FoundParametersTest {
  private static final String LATENCY = "network.request_latency";
  private static final String CLOCK = "dram.clock";
  private static final Set<String> WANTED = Set.of(LATENCY, CLOCK, "lds.latency");
  private static final List<Integer> SIZES = List.of(64, 256, 1024, 4096);

  @TempDir Path folder;

  /** A suite of vecadd at several sizes. */
  private Suite suite(List<Double> expected) throws IOException {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < SIZES.size(); i++) {
      rows.append(
          "- {id: R%d, device: gtx280, workload: %s, param: {n: %d}, expected: %s, group: g%d}%n"
              .formatted(i, SmallRuns.VECADD, SIZES.get(i), expected.get(i), i % 2));
    }
    return Suite.read(Files.writeString(folder.resolve("suite.yaml"), rows)).about("gtx280");
  }

  /** The values of a suite's rows on a device. */
  private List<Double> values(Side side) throws IOException {
    Diagnosis found = diagnosis(suite(List.of(1.0, 1.0, 1.0, 1.0)), side);
    return new ArrayList<>(found.rows().stream().map(Residual::simulated).toList());
  }

  private static Diagnosis diagnosis(Suite suite, Side side) {
    return new CalibrationFinder(SmallRuns.INSTALLED, SmallRuns.phases(1))
        .find(suite, side, WANTED::contains, StudyProgress.NONE);
  }

  private static Side base() {
    return SmallRuns.side("gtx280");
  }

  @Test
  @DisplayName("the parameter that was changed explains all errors and is ranked first")
  void theChangedParameterIsRankedFirst() throws IOException {
    Suite suite = suite(values(SmallRuns.side("gtx280", LATENCY, "*1.3")));
    Diagnosis found = diagnosis(suite, base());
    CalibrationCandidate first = found.candidates().get(0);
    assertThat(first.rank()).isEqualTo(1);
    assertThat(first.figure()).isEqualTo(LATENCY);
    assertThat(first.explained()).isGreaterThan(0.97);
    assertThat(first.remaining()).isLessThan(0.2 * found.error());
    assertThat(found.candidates().get(1).explained()).isLessThan(first.explained());
    assertThat(found.unseen()).contains("lds.latency");
    long wanted = Math.round(1.3 * base().spec().value(LATENCY));
    long implied = base().spec().with(LATENCY, first.implied()).value(LATENCY);
    assertThat((double) implied / wanted).isCloseTo(1, within(0.05));
  }

  @Test
  @DisplayName("a suite that the device meets has no errors to explain")
  void aSuiteThatIsMetHasNoErrors() throws IOException {
    Diagnosis found = diagnosis(suite(values(base())), base());
    assertThat(found.isMet()).isTrue();
    assertThat(found.rows()).hasSize(SIZES.size());
  }

  @Test
  @DisplayName("a fit finds the changed parameter's value, and names one on which no row depends")
  void aFitFindsTheValue() throws IOException {
    Suite suite = suite(values(SmallRuns.side("gtx280", LATENCY, "*1.3")));
    Calibration found = fit(suite, List.of(LATENCY, "lds.latency"));
    assertThat(found.errors().rows()).isEqualTo(SIZES.size());
    assertThat(found.errors().after()).isLessThan(0.1 * found.errors().before());
    FittedParameter latency = found.parameters().get(0);
    long wanted = Math.round(1.3 * base().spec().value(LATENCY));
    long fitted = base().spec().with(LATENCY, latency.fitted()).value(LATENCY);
    assertThat((double) fitted / wanted).isCloseTo(1, within(0.05));
    assertThat(latency.found().isIdentifiable()).isTrue();
    FittedParameter.Range interval = latency.interval().orElseThrow();
    assertThat(base().spec().with(LATENCY, interval.low()).value(LATENCY))
        .isLessThanOrEqualTo(fitted);
    assertThat(base().spec().with(LATENCY, interval.high()).value(LATENCY))
        .isGreaterThanOrEqualTo(fitted);
    FittedParameter unused = found.parameters().get(1);
    assertThat(unused.found().isIdentifiable()).isFalse();
    assertThat(unused.found().reason()).isEqualTo("no row depends on it");
    assertThat(unused.fitted()).isEqualTo(unused.value());
    assertThat(found.groups()).hasSize(2);
  }

  @Test
  @DisplayName("two changed parameters are found together")
  void twoParametersAreFoundTogether() throws IOException {
    Side changed = SmallRuns.side("gtx280", LATENCY, "*1.3");
    Side both = new Side("both", changed.named(), changed.spec().with(CLOCK, "*0.8"));
    Calibration found = fit(suite(values(both)), List.of(LATENCY, CLOCK));
    assertThat(found.errors().after()).isLessThan(0.2 * found.errors().before());
    assertThat(found.parameters())
        .extracting(FittedParameter::figure)
        .containsExactly(LATENCY, CLOCK);
  }

  @Test
  @DisplayName("errors that no parameter explains: all values that are tried, whole")
  void errorsThatNoParameterExplainsAreSearchedFar() throws IOException {
    List<Double> values = values(base());
    double[] off = {1.5, 0.8, 1.2, 0.6};
    for (int i = 0; i < off.length; i++) {
      values.set(i, off[i] * values.get(i));
    }
    Diagnosis found = diagnosis(suite(values), base());
    assertThat(found.candidates()).allMatch(c -> c.explained() < 0.9);
    isRecorded("diagnosis", Diagnosis.ANSWER, found);
  }

  @Test
  @DisplayName("a fit with errors left over: intervals, groups left out and the device's file")
  void aFitWithErrorsLeftOverIsRecorded() throws IOException {
    List<Double> values = values(SmallRuns.side("gtx280", LATENCY, "*1.3"));
    double[] off = {1.01, 0.99, 1.02, 1};
    for (int i = 0; i < off.length; i++) {
      values.set(i, off[i] * values.get(i));
    }
    Calibration found = fit(suite(values), List.of(LATENCY, CLOCK, "lds.latency"));
    isRecorded("calibration", Calibration.ANSWER, found);
    isRecorded("calibrated.yaml", CalibratedDevice.yaml("suite.yaml", base().spec(), found));
  }

  @Test
  @DisplayName("more parameters than rows cannot be fitted")
  void moreParametersThanRowsCannotBeFitted() throws IOException {
    Suite suite = suite(List.of(1.0, 1.0, 1.0, 1.0)).only(List.of("R0"));
    assertThatThrownBy(() -> fit(suite, List.of(LATENCY)))
        .isInstanceOf(UnexplainedException.class)
        .hasMessage(
            "1 rows of the suite have a value above 0 on gtx280; to fit 1 parameters takes more");
  }

  private static Calibration fit(Suite suite, List<String> paths) {
    Map<String, FittedParameter.Range> ranges = new java.util.LinkedHashMap<>();
    for (String path : paths) {
      var figure = base().spec().figure(path);
      ranges.put(
          path,
          new FittedParameter.Range(
              figure.written(figure.value() / 2), figure.written(2 * figure.value())));
    }
    return new Calibrator(SmallRuns.INSTALLED, SmallRuns.phases(1))
        .fit(suite, base(), ranges, StudyProgress.NONE);
  }
}
