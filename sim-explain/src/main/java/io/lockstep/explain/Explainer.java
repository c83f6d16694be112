// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.experiment.Experiment;
import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.experiment.UnexplainedException;
import io.lockstep.explain.figures.FigureGroups;
import io.lockstep.explain.figures.Side;
import io.lockstep.run.program.Installed;
import io.lockstep.study.StudyProgress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Explains the ratio of two devices' times on one workload. It simulates hybrid configurations,
 * with some figures of one device and some of the other, and divides the logarithm of the ratio
 * among groups of figures by Shapley values, averaged over launch phases. Devices without common
 * figures, different programs, and runs whose hybrids would take too long are compared by the
 * roofline bounds of both runs. Results do not depend on the number of threads. Thread-safe.
 */
public record Explainer(Installed installed, ExplainOptions options) {
  /**
   * Explains the ratio of two devices' times.
   *
   * @param workload a workload file, or a trace
   * @param parameters parameters of the workload; a trace takes none
   * @throws io.lockstep.io.InputException if the workload is wrong
   * @throws UnexplainedException if a device cannot run the workload, a simulation fails, or a
   *     device already has ideal parts
   */
  public Explanation explain(
      Path workload, Map<String, String> parameters, Side from, Side to, StudyProgress listener) {
    return explain(
        new Question(
            new Question.Run(workload, parameters, from),
            new Question.Run(workload, parameters, to)),
        listener,
        unfinished -> {});
  }

  /**
   * Explains the ratio of the times of two runs. If the time limit is reached after both runs have
   * ended, the result lacks the parts that need further simulations.
   *
   * @param soFar receives a preliminary explanation as soon as both runs have ended
   * @throws io.lockstep.io.InputException if a workload is wrong
   * @throws UnexplainedException if a device cannot run its workload, a simulation fails, or a
   *     device already has ideal parts
   */
  public Explanation explain(
      Question question, StudyProgress listener, Consumer<Explanation> soFar) {
    Side from = question.from().side();
    Side to = question.to().side();
    for (Side side : List.of(from, to)) {
      if (!side.spec().ideals().isNone()) {
        throw new UnexplainedException(
            UnexplainedException.Why.REFUSED,
            side.name() + " is ideal in " + side.spec().ideals() + "; explained are real devices");
      }
    }
    if (!question.isOneProgram() || !FigureGroups.match(from.spec(), to.spec())) {
      return new RoofFirst(installed, options, question).explain(listener, soFar);
    }
    return byFigures(question, listener, soFar);
  }

  private Explanation byFigures(
      Question question, StudyProgress listener, Consumer<Explanation> soFar) {
    ExperimentOptions run = options.experiment().byCause();
    Question.Run program = question.from();
    RoofAnswers[] first = new RoofAnswers[1];
    try (Experiment experiment =
        new Experiment(program.workload(), program.parameters(), installed, run, listener)) {
      FigureSession session = new FigureSession(installed, options, question, experiment);
      String tooLong = session.tooLong();
      if (!tooLong.isEmpty()) {
        return session.roofs().unsplit("").noting(tooLong);
      }
      return session.explain(
          (one, other) -> {
            if (one.kernelPicos() == 0 || other.kernelPicos() == 0) {
              return; // no kernel time, hence no roofs
            }
            first[0] = new RoofAnswers(installed, options, question, one, other);
            soFar.accept(first[0].unsplit("the parameters' groups are not simulated yet"));
          });
    } catch (UnexplainedException e) {
      if (first[0] == null || e.why() != UnexplainedException.Why.TIME) {
        throw e;
      }
      return first[0].unsplit(e.getMessage());
    }
  }
}
