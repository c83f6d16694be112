// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.figures.Side;
import io.lockstep.explain.ladder.Cost;
import io.lockstep.explain.ladder.Ladder;
import io.lockstep.explain.ladder.LadderStep;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunResult;
import io.lockstep.run.program.Installed;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.StudyProgress;
import io.lockstep.testsupport.Repository;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Explanations by roofs: waits are split by ideal parts. */
class BetweenFamiliesTest {
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));

  private static final Path VECADD = Repository.ROOT.resolve("examples/vecadd.yaml");
  private static final Map<String, String> SMALL = Map.of("n", "2048");

  private static ExplainOptions options() {
    return options(ExplainOptions.MINUTE);
  }

  private static ExplainOptions options(int most) {
    return new ExplainOptions(
        new ExperimentOptions(StudyOptions.defaults(), 2, false, Optional.empty()),
        most,
        ExplainOptions.ORDERS);
  }

  private static Side side(String id) {
    return new Side(id, CATALOGUE.spec(id));
  }

  private static final Explanation EXPLANATION =
      new Explainer(new Installed(CATALOGUE, Plugins.frontends()), options())
          .explain(VECADD, SMALL, side("gtx280"), side("mi300a"), StudyProgress.NONE);

  @Test
  void factorsMultiplyToTheRatio() {
    double product =
        EXPLANATION.reasons().stream().mapToDouble(Reason::factor).reduce(1, (a, b) -> a * b);
    assertThat(product).isCloseTo(EXPLANATION.ratio(), within(1e-6));
  }

  @Test
  void longRunsOfOneFamilyAreComparedByRoofsAndSayWhatMoreSimulationsWouldTell() {
    Explanation quick = oneFamily(1);
    assertThat(quick.roofs()).isPresent();
    assertThat(quick.simulations().notes().get(0))
        .isEqualTo(
            "the ratio is not divided among the devices' 5 groups of parameters: that takes up to"
                + " 64 simulations as long as these; --precise runs them");
    Explanation divided = oneFamily(ExplainOptions.MINUTE);
    assertThat(divided.roofs()).isEmpty();
    assertThat(divided.simulations().notes()).noneMatch(n -> n.contains("--precise"));
    assertThat(quick.ratio()).isEqualTo(divided.ratio());
  }

  private static Explanation oneFamily(int most) {
    return new Explainer(new Installed(CATALOGUE, Plugins.frontends()), options(most))
        .explain(VECADD, Map.of("n", "49152"), side("hd5870"), side("hd6970"), StudyProgress.NONE);
  }

  @Test
  void aSmallProgramIsSplitByAllItsSimulations() {
    Ladder ladder = EXPLANATION.ladder().orElseThrow();
    assertThat(EXPLANATION.unfinished()).isEmpty();
    assertThat(ladder.oneOrder()).isFalse();
    assertThat(ladder.steps()).extracting(LadderStep::name).doesNotContain(LadderStep.WAITS);
    assertThat(EXPLANATION.simulations().specifications()).isNotEmpty();
  }

  private static LadderStep step(String name, double factor, double error) {
    Cost from = new Cost(1, 0, 1, 1);
    return new LadderStep(
        name, Optional.empty(), from, new Cost(factor, error, factor, factor), "");
  }

  @Test
  void stepsThatHardlyMatterAreOneReasonWithTheErrorOfAll() {
    ExplainOptions options = options();
    Question.Run from = new Question.Run(VECADD, SMALL, side("gtx280"));
    Question.Run to = new Question.Run(VECADD, SMALL, side("mi300a"));
    List<RunResult> results =
        SharedProgram.run(
            new Runner(CATALOGUE, Plugins.frontends()),
            VECADD,
            SMALL,
            List.of(new Runner.Target(from.side().spec()), new Runner.Target(to.side().spec())),
            options.experiment().observed().study().run());
    RoofAnswers answers =
        new RoofAnswers(
            new Installed(CATALOGUE, Plugins.frontends()),
            options,
            new Question(from, to),
            results.get(0),
            results.get(1));
    List<LadderStep> steps =
        List.of(
            step("memory latency", 3, 0.02),
            step("bank conflicts", 1.002, 0.003),
            step("caches and network", 0.999, 0.004),
            step(LadderStep.REST, 2, 0.012));
    Ladder ladder = new Ladder(steps, 1, 0, 2, false, false, List.of());
    List<Reason> reasons = answers.explanation(ladder, List.of(), "").reasons();
    assertThat(reasons)
        .extracting(Reason::name)
        .containsExactly("memory latency", LadderStep.REST, Explanation.RESIDUAL);
    assertThat(reasons.get(1).factor()).isCloseTo(2 * 1.002 * 0.999, within(1e-12));
    assertThat(reasons.get(1).error()).isCloseTo(0.013, within(1e-12)); // 3, 4, 12: 13
  }
}
