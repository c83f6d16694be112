// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import static io.lockstep.explain.SmallRuns.INSTALLED;
import static io.lockstep.explain.SmallRuns.SMALL;
import static io.lockstep.explain.SmallRuns.VECADD;
import static io.lockstep.explain.SmallRuns.phases;
import static io.lockstep.explain.SmallRuns.side;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.lockstep.explain.sensitivity.Sensitivity;
import io.lockstep.explain.sensitivity.SensitivityFinder;
import io.lockstep.explain.uncertainty.Uncertainty;
import io.lockstep.explain.uncertainty.UncertaintyOptions;
import io.lockstep.explain.uncertainty.UncertaintyStudy;
import io.lockstep.explain.whatif.Alternatives;
import io.lockstep.explain.whatif.AlternativesFinder;
import io.lockstep.explain.whatif.Change;
import io.lockstep.run.answer.Answer;
import io.lockstep.run.answer.JsonDocument;
import io.lockstep.run.program.Runner;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.StudyProgress;
import io.lockstep.testsupport.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Answers about small runs, whole. {@code -Dlockstep.write.docs=true} writes them.
 *
 * <p>Each is also tested for the law that its numbers obey.
 */
class RecordedAnswersTest {
  private static final Path FOLDER =
      Repository.ROOT.resolve("sim-explain/src/test/resources/io/lockstep/explain");

  private static <T> void isRecorded(String name, Answer<T> answer, T value) throws IOException {
    String found = JsonDocument.of("0", to -> answer.write(value, to)) + "\n";
    Path file = FOLDER.resolve(name + ".json");
    if (Boolean.getBoolean("lockstep.write.docs")) {
      Files.writeString(file, found);
    }
    assertThat(found).isEqualTo(Files.readString(file));
  }

  private static Explanation explained(Question.Run from, Question.Run to) {
    ExplainOptions options = new ExplainOptions(phases(2), 4000, 4);
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
