// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.option.ExecuteOptions;
import io.lockstep.cli.option.ExperimentSettings;
import io.lockstep.cli.option.FormatOption;
import io.lockstep.cli.option.ProgramOptions;
import io.lockstep.cli.option.ReportOption;
import io.lockstep.cli.option.SimulateOptions;
import io.lockstep.cli.option.Verbosity;
import io.lockstep.cli.terminal.Ending;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Progress;
import io.lockstep.cli.terminal.SimulationCount;
import io.lockstep.explain.experiment.UnexplainedException;
import io.lockstep.explain.figures.Side;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.StudyProgress;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/** A command that answers a question by many simulations. */
abstract class QuestionCommand implements Callable<Integer> {
  /** Devices whose products the page's header names; set by {@link #question}. */
  List<DeviceSpec> specs = List.of();

  @Mixin SimulateOptions simulate;
  @Mixin ExecuteOptions execution;
  @Mixin Verbosity verbosity;
  @Mixin ExperimentSettings experiment;
  @Mixin FormatOption output;
  @Mixin ReportOption report;

  @CommandLine.Spec CommandLine.Model.CommandSpec spec;

  /**
   * The answer in each output format.
   *
   * @param page the answer as an HTML page
   */
  record Reply(
      Supplier<String> json,
      Supplier<String> csv,
      Supplier<String> table,
      Supplier<String> page,
      int code) {}

  /** Returns the plural noun for the simulations in progress messages. */
  abstract String simulated();

  /** Returns the named devices and keeps their specifications for the page's header. */
  List<Side> sides(Catalogue catalogue) {
    List<Side> sides =
        experiment.devices(Integer.MAX_VALUE).stream()
            .map(d -> new Side(d, catalogue.spec(d)))
            .toList();
    specs = sides.stream().map(Side::spec).toList();
    return sides;
  }

  /** Returns the only device with overrides, and keeps its specification without them. */
  Side side(Catalogue catalogue, Map<String, String> overrides) {
    String device = experiment.devices(1).get(0);
    DeviceSpec named = catalogue.spec(device);
    specs = List.of(named);
    return new Side(device, named, overrides.isEmpty() ? named : named.with(overrides));
  }

  /** Checks the options and returns the function that answers the question by simulations. */
  abstract Function<StudyProgress, Reply> question(PrintWriter err);

  /** Returns the answer so far, for an interrupted command. */
  Optional<Reply> standing() {
    return Optional.empty();
  }

  @Override
  public Integer call() {
    try (ReportOption page = report.open()) {
      PrintWriter err = spec.commandLine().getErr();
      Function<StudyProgress, Reply> question = question(err);
      ProgramOptions.record(spec);
      Reply reply;
      try (Progress progress = new Progress()) {
        SimulationCount count = new SimulationCount(progress.meter(), simulated());
        Ending.begin(
            () -> {
              standing().ifPresent(this::print);
              return simulate.words(count);
            });
        reply = question.apply(count);
        Ending.claim();
      } catch (UnexplainedException e) {
        Ending.claim();
        err.println("lockstep: " + e.getMessage());
        return e.why() == UnexplainedException.Why.REFUSED ? ExitCode.REFUSED : ExitCode.FAILED;
      }
      print(reply);
      page.write(reply.page());
      return reply.code();
    }
  }

  private void print(Reply reply) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        switch (output.format) {
          case JSON -> reply.json().get();
          case CSV -> reply.csv().get();
          case TABLE -> reply.table().get();
        });
    out.flush();
  }
}
