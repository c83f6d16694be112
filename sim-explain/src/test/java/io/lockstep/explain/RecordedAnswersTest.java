// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import static io.lockstep.explain.Recorded.isRecorded;
import static io.lockstep.explain.SmallRuns.INSTALLED;
import static io.lockstep.explain.SmallRuns.SMALL;
import static io.lockstep.explain.SmallRuns.VECADD;
import static io.lockstep.explain.SmallRuns.phases;
import static io.lockstep.explain.SmallRuns.side;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.experiment.UnexplainedException;
import io.lockstep.explain.figures.Side;
import io.lockstep.explain.sensitivity.Sensitivity;
import io.lockstep.explain.sensitivity.SensitivityFinder;
import io.lockstep.explain.uncertainty.Uncertainty;
import io.lockstep.explain.uncertainty.UncertaintyOptions;
import io.lockstep.explain.uncertainty.UncertaintyStudy;
import io.lockstep.explain.whatif.Alternatives;
import io.lockstep.explain.whatif.AlternativesFinder;
import io.lockstep.explain.whatif.Change;
import io.lockstep.run.program.Runner;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.spi.spec.Ideals;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.StudyProgress;
import io.lockstep.testsupport.Repository;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers about small runs, whole. Each is also tested for the law that its numbers obey. */
class RecordedAnswersTest {
  private static Explanation explained(Question.Run from, Question.Run to) {
    return explained(from, to, new ExplainOptions(phases(2), 4000, 4));
  }

  private static Explanation explained(Question.Run from, Question.Run to, ExplainOptions options) {
    return new Explainer(INSTALLED, options)
        .explain(new Question(from, to), StudyProgress.NONE, unfinished -> {});
  }

  private static Question.Run vecadd(String device) {
    return new Question.Run(VECADD, SMALL, side(device));
  }

  private static void factorsMultiplyToTheRatio(Explanation of) {
    double product =
        of.factors().reasons().stream().mapToDouble(Reason::factor).reduce(1, (a, b) -> a * b);
    double ratio = (double) of.second().picos() / of.first().picos();
    assertThat(product).isCloseTo(ratio, withPercentage(1e-6));
  }

  @Test
  @DisplayName("devices of one family: factors of their groups of parameters multiply to the ratio")
  void devicesOfOneFamily() throws IOException {
    Explanation found = explained(vecadd("gtx280"), vecadd("8800gtx"));
    factorsMultiplyToTheRatio(found);
    isRecorded("one_family", ExplanationAnswer.ANSWER, found);
  }

  @Test
  @DisplayName("devices of two families: factors of roofs and waits multiply to the ratio")
  void devicesOfTwoFamilies() throws IOException {
    Explanation found = explained(vecadd("gtx280"), vecadd("hd6970"));
    factorsMultiplyToTheRatio(found);
    isRecorded("two_families", ExplanationAnswer.ANSWER, found);
  }

  @Test
  @DisplayName("two programs on one device: factors of roofs and waits multiply to the ratio")
  void twoPrograms() throws IOException {
    Question.Run other =
        new Question.Run(
            Repository.ROOT.resolve("examples/transpose.yaml"), Map.of(), side("gtx280"));
    Explanation found = explained(vecadd("gtx280"), other);
    factorsMultiplyToTheRatio(found);
    isRecorded("two_programs", ExplanationAnswer.ANSWER, found);
  }

  @ParameterizedTest
  @ValueSource(strings = {"8800gtx", "hd6970"})
  @DisplayName("a preliminary explanation with both times comes once, before further simulations")
  void aPreliminaryExplanationComesOnce(String to) {
    List<Explanation> soFar = new ArrayList<>();
    Explanation found =
        new Explainer(INSTALLED, new ExplainOptions(phases(2), 4000, 4))
            .explain(new Question(vecadd("gtx280"), vecadd(to)), StudyProgress.NONE, soFar::add);
    assertThat(soFar).hasSize(1);
    Explanation first = soFar.get(0);
    factorsMultiplyToTheRatio(first);
    assertThat(first.first()).isEqualTo(found.first());
    assertThat(first.second()).isEqualTo(found.second());
    assertThat(first.simulations().notes()).anyMatch(note -> note.endsWith("yet"));
    assertThat(found.simulations().notes()).noneMatch(note -> note.endsWith("yet"));
  }

  private static Explanation withHost(Path workload) {
    ExperimentOptions whole =
        new ExperimentOptions(StudyOptions.defaults(), 2, false, Optional.empty());
    return explained(
        new Question.Run(workload, Map.of(), side("gtx280")),
        new Question.Run(workload, Map.of(), side("8800gtx")),
        new ExplainOptions(whole, 4000, 4));
  }

  @Test
  @DisplayName("with the host's time: a factor of the host, computed if there is one launch")
  void theHostsTimeHasAFactor(@TempDir Path folder) throws IOException {
    Explanation one = withHost(SmallRuns.copied(folder, 1));
    factorsMultiplyToTheRatio(one);
    assertThat(one.simulations().notes())
        .contains("the factor of the host is computed from kernel times, not simulated");
    isRecorded("host", ExplanationAnswer.ANSWER, one);
    Explanation several = withHost(SmallRuns.copied(folder, 2));
    factorsMultiplyToTheRatio(several);
    assertThat(several.factors().reasons()).extracting(Reason::name).contains("host");
    assertThat(several.simulations().notes())
        .doesNotContain("the factor of the host is computed from kernel times, not simulated");
  }

  @Test
  @DisplayName("a simulation that is long: the ratio of roofs, and how many simulations it takes")
  void aLongSimulationIsExplainedByRoofs() throws IOException {
    Map<String, String> large = Map.of("n", "16384");
    Explanation found =
        explained(
            new Question.Run(VECADD, large, side("gtx280")),
            new Question.Run(VECADD, large, side("8800gtx")),
            new ExplainOptions(phases(2), 1, 4));
    factorsMultiplyToTheRatio(found);
    assertThat(found.simulations().notes())
        .anyMatch(note -> note.endsWith("simulations as long as these; --precise runs them"));
    isRecorded("long", ExplanationAnswer.ANSWER, found);
  }

  @Test
  @DisplayName("few simulations: one launch phase, and ideal parts in one order")
  void fewSimulationsTakeOnePhaseAndOneOrder() throws IOException {
    Explanation found =
        explained(vecadd("gtx280"), vecadd("hd6970"), new ExplainOptions(phases(4), 25, 4));
    factorsMultiplyToTheRatio(found);
    isRecorded("few_simulations", ExplanationAnswer.ANSWER, found);
  }

  @Test
  @DisplayName("a device with ideal parts is not explained")
  void aDeviceWithIdealPartsIsNotExplained() {
    Side ideal =
        new Side(
            "better",
            side("gtx280").spec().ideally(Ideals.of(List.of(Ideal.LANES, Ideal.CONFLICTS))));
    assertThatThrownBy(() -> explained(vecadd("gtx280"), new Question.Run(VECADD, SMALL, ideal)))
        .isInstanceOf(UnexplainedException.class)
        .hasMessageStartingWith("better is ideal in ")
        .hasMessageEndingWith("; explained are real devices");
  }

  @Test
  @DisplayName("sensitivity: time follows a latency that is waited for, and none that is not")
  void timeFollowsALatencyThatIsWaitedFor() throws IOException {
    List<String> wanted =
        List.of(
            "clock.compute",
            "dram.clock",
            "dram.mapping",
            "lds.latency",
            "network.request_latency");
    Sensitivity found =
        new SensitivityFinder(INSTALLED, phases(2))
            .find(VECADD, SMALL, side("gtx280"), p -> wanted.contains(p), StudyProgress.NONE);
    assertThat(elasticity(found, "network.request_latency")).isBetween(0.05, 1.0);
    assertThat(elasticity(found, "clock.compute")).isNegative();
    assertThat(elasticity(found, "lds.latency")).isZero();
    isRecorded("sensitivity", Sensitivity.ANSWER, found);
  }

  private static double elasticity(Sensitivity of, String path) {
    return of.figures().stream()
        .filter(e -> e.figure().equals(path))
        .findFirst()
        .orElseThrow()
        .elasticity();
  }

  @Test
  @DisplayName("what if: each change is compared with the unchanged device")
  void eachChangeIsComparedWithTheUnchangedDevice() throws IOException {
    List<Change> changes =
        List.of(
            new Change("dram.clock", "*2"),
            new Change("network.request_latency", "*0.5"),
            new Change("unit.count", "*0.5"),
            new Change("unit.count", "nonsense"));
    Alternatives found =
        new AlternativesFinder(INSTALLED, phases(2))
            .find(
                VECADD,
                SMALL,
                List.of(side("gtx280"), side("8800gtx")),
                changes,
                StudyProgress.NONE);
    isRecorded("alternatives", Alternatives.ANSWER, found);
  }

  @Test
  @DisplayName("uncertainty: drawn devices, their intervals and the ratio of their times")
  void drawnDevicesGiveIntervalsAndTheRatioOfTimes() throws IOException {
    UncertaintyOptions options = new UncertaintyOptions(StudyOptions.defaults(), 4, 3, true);
    List<Runner.Target> targets =
        List.of(
            new Runner.Target(side("gtx280").spec()), new Runner.Target(side("8800gtx").spec()));
    Uncertainty found =
        new UncertaintyStudy(INSTALLED, options)
            .study(VECADD, SMALL, targets, StudyProgress.NONE)
            .uncertainty();
    isRecorded("uncertainty", Uncertainty.ANSWER, found);
  }
}
