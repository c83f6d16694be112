// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.experiment.Experiment;
import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.experiment.UnexplainedException;
import io.lockstep.explain.experiment.Variant;
import io.lockstep.explain.ladder.Ladder;
import io.lockstep.explain.ladder.LadderFinder;
import io.lockstep.run.RunResult;
import io.lockstep.run.program.Installed;
import io.lockstep.study.StudyProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Explains two runs by their largest roofs, which one observed run of each yields. The remaining
 * time, the waits, is split by simulations with ideal parts. Used for devices without common
 * figures and for different programs.
 */
record RoofFirst(Installed installed, ExplainOptions options, Question question) {
  /** Limit on the sum of {@link #work} over simulations; some 15 s on two cores. */
  private static final double BUDGET = 60e6;

  /**
   * Explains the time ratio.
   *
   * @param soFar receives the explanation without ideal parts as soon as both runs have ended
   */
  Explanation explain(StudyProgress listener, Consumer<Explanation> soFar) {
    RunResult one;
    RunResult other;
    ExperimentOptions observed = options.experiment().observed();
    try (Experiment first = experiment(question.from(), observed, listener);
        Experiment second = second(first, observed, listener)) {
      Variant from = question.from().side().variant();
      Variant to = question.to().side().variant();
      Experiment.run(first, List.of(from), second, List.of(to), 1);
      one = first.simulated(from, 1).first();
      other = second.simulated(to, 1).first();
    }
    requireKernel(one, question.from());
    requireKernel(other, question.to());
    RoofAnswers answers = new RoofAnswers(installed, options, question, one, other);
    soFar.accept(answers.unsplit("the waits are not split by simulation yet"));
    ExperimentOptions simulated = options.experiment().byCause();
    double work = work(one) + work(other);
    int most =
        options.most() == Integer.MAX_VALUE
            ? Integer.MAX_VALUE
            : (int) Math.min(options.most(), Math.max(1, BUDGET / work));
    try (Experiment first = experiment(question.from(), simulated, listener);
        Experiment second = second(first, simulated, listener)) {
      Ladder ladder =
          new LadderFinder(answers.from(first), answers.to(second), most)
              .find(options.experiment().phases(), answers.kernels());
      List<Specification> all = new ArrayList<>();
      for (Ladder.Configuration step : ladder.simulated()) {
        Experiment of = step.second() ? second : first;
        all.add(Specification.of(step.ideal(), step.variant(), of, ladder.phases()));
      }
      return answers.explanation(ladder, all, "");
    } catch (UnexplainedException e) {
      return answers.unsplit(e.getMessage());
    }
  }

  private static void requireKernel(RunResult result, Question.Run run) {
    if (result.kernelPicos() == 0) {
      throw new UnexplainedException(
          UnexplainedException.Why.REFUSED,
          run.side().name() + " runs no kernel that takes time; nothing is compared");
    }
  }

  private Experiment experiment(Question.Run run, ExperimentOptions how, StudyProgress listener) {
    return new Experiment(run.workload(), run.parameters(), installed, how, listener);
  }

  /** Returns the experiment of the second run, which shares the first one's if it can. */
  private Experiment second(Experiment first, ExperimentOptions how, StudyProgress listener) {
    return question.isOneProgram() ? first : experiment(question.to(), how, listener);
  }

  /**
   * Estimates the wall time of a simulation as its number of instructions, memory transactions and
   * DRAM accesses.
   */
  static double work(RunResult result) {
    double sum = 1;
    for (String s : List.of("wavefront_instructions", "memory.transactions", "dram.accesses")) {
      Number value = result.statistics().get(s);
      sum += value == null ? 0 : value.doubleValue();
    }
    return sum;
  }
}
