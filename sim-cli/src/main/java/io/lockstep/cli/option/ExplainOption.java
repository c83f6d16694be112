// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.terminal.Ending;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Progress;
import io.lockstep.cli.terminal.SimulationCount;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.explain.ExplainOptions;
import io.lockstep.explain.Explainer;
import io.lockstep.explain.Explanation;
import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.experiment.UnexplainedException;
import io.lockstep.explain.figures.Side;
import io.lockstep.report.explain.ExplanationsSection;
import io.lockstep.report.page.Section;
import io.lockstep.run.program.Runner;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.store.ResultStore;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** The option that explains the difference between the base and the first other device. */
public final class ExplainOption {
  @Option(names = "--explain", description = "Add why two devices differ to --report.")
  private boolean wanted;

  private boolean failed;

  public boolean isWanted() {
    return wanted;
  }

  public ExplainOption checked(ReportOption page, DrawOptions sampling) {
    if (wanted && !page.isWanted()) {
      throw new UsageException(
          "--explain is part of a page: add --report FILE; 'lockstep explain' prints it");
    }
    if (wanted && sampling.isWanted()) {
      throw new UsageException("--explain and --uncertainty: a page has one of both");
    }
    return this;
  }

  /** Rejects a single device, before any simulation. */
  public void check(List<Runner.Target> targets) {
    if (wanted && targets.size() < 2) {
      throw new UsageException("--explain wants a device beside the base: -d hd5870,hd6970");
    }
  }

  /** The two devices to explain, the base first, and their workloads. */
  public record Question(Side from, Side to, List<Path> workloads, boolean kernels) {}

  /**
   * Returns the report's section with the explanations, and prints the reason for each missing
   * explanation.
   *
   * @param results prints the results if the process is interrupted
   */
  public Section section(
      Explainer explainer,
      Question asked,
      RunSettings settings,
      Runnable results,
      PrintWriter err) {
    List<Explanation> explanations = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    int number = 0;
    for (Path workload : asked.workloads()) {
      try (Progress progress = new Progress()) {
        progress.within(number++, asked.workloads().size(), workload.getFileName().toString());
        SimulationCount count = new SimulationCount(progress.meter(), "devices in between");
        Ending.begin(
            () -> {
              results.run();
              return count.words();
            });
        explanations.add(
            explainer.explain(
                workload, settings.execution.parameters, asked.from(), asked.to(), count));
      } catch (UnexplainedException e) {
        failed |= e.why() != UnexplainedException.Why.REFUSED;
        problems.add(workload.getFileName() + " is not explained: " + e.getMessage());
        err.println("lockstep: " + problems.get(problems.size() - 1));
      }
    }
    return ExplanationsSection.of(explanations, problems);
  }

  /** Returns the options of the simulations for an explanation. */
  public static ExplainOptions options(
      RunSettings settings, boolean kernels, Optional<ResultStore> store, Consumer<String> notes) {
    ExperimentOptions each =
        new ExperimentOptions(
            StudyOptions.defaults().with(settings.plainly()).with(store).telling(notes),
            ExperimentOptions.PHASES,
            kernels,
            Optional.ofNullable(settings.timeLimit));
    return new ExplainOptions(
        each.sampling(settings.sample.request()), ExplainOptions.MINUTE, ExplainOptions.ORDERS);
  }

  public int code(int own) {
    return own == ExitCode.DONE && failed ? ExitCode.FAILED : own;
  }
}
