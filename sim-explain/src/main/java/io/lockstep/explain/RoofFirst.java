// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.ladder.Ladder;
import io.lockstep.explain.ladder.LadderFinder;
import io.lockstep.run.Installed;
import io.lockstep.run.RunResult;
import io.lockstep.study.StudyProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Explains two runs by their largest roofs, which one observed run of each yields. The remaining
 * time, the waits, is split by simulations with ideal parts. Used for devices without common
 * figures and for different programs.
 */
final class RoofFirst {
  /** Limit on the sum of {@link #work} over simulations; some 15 s on two cores. */
  private static final double BUDGET = 60e6;

  private final Installed installed;
  private final ExplainOptions options;
  private final Question question;

  RoofFirst(Installed installed, ExplainOptions options, Question question) {
    this.installed = installed;
    this.options = options;
    this.question = question;
  }

  /**
   * Explains the time ratio.
   *
   * @param soFar receives the explanation without ideal parts as soon as both runs have ended
   */
  Explanation explain(StudyProgress listener, Consumer<Explanation> soFar) {
    List<RunResult> results;
    TrialOptions observed = options.trials().observed();
    try (RunPair pair = new RunPair(question, run -> trials(run, observed, listener), 0)) {
      results = pair.results();
    }
    for (int i = 0; i < 2; i++) {
      if (results.get(i).kernelPicos() == 0) {
        throw new UnexplainedException(
            UnexplainedException.Why.REFUSED,
            (i == 0 ? question.from() : question.to()).side().name()
                + " runs no kernel that takes time; nothing is compared");
      }
    }
    RoofAnswers answers =
        new RoofAnswers(installed, options, question, results.get(0), results.get(1));
    soFar.accept(answers.unsplit("the waits are not split by simulation yet"));
    TrialOptions simulated = options.trials().byCause();
    double work = work(results.get(0)) + work(results.get(1));
    int most =
        options.most() == Integer.MAX_VALUE
            ? Integer.MAX_VALUE
            : (int) Math.min(options.most(), Math.max(1, BUDGET / work));
    try (RunPair pair = new RunPair(question, run -> trials(run, simulated, listener), most)) {
      Ladder ladder =
          new LadderFinder(answers.from(pair.from()), answers.to(pair.to()))
              .find(options.trials().phases(), answers.kernels());
      return answers.explanation(ladder, specifications(ladder, pair), "");
    } catch (UnexplainedException e) {
      return answers.unsplit(e.getMessage());
    }
  }

  private Trials trials(Question.Run run, TrialOptions how, StudyProgress listener) {
    return new Trials(run.workload(), run.parameters(), installed, how, listener);
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

  private static List<Specification> specifications(Ladder ladder, RunPair pair) {
    List<Specification> all = new ArrayList<>();
    for (Ladder.Configuration step : ladder.simulated()) {
      Simulations runs = step.second() ? pair.to() : pair.from();
      List<Long> picos = new ArrayList<>();
      List<Long> kernelPicos = new ArrayList<>();
      for (int k = 0; k < ladder.phases(); k++) {
        RunResult result = runs.result(step.recipe(), k);
        picos.add(result.picos());
        kernelPicos.add(result.kernelPicos());
      }
      all.add(new Specification(step.ideal(), step.recipe(), picos, kernelPicos));
    }
    return all;
  }
}
