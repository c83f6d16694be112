// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.FileUse;
import io.lockstep.cli.table.DiagnosisTable;
import io.lockstep.cli.table.SensitivityTable;
import io.lockstep.cli.table.TimingChoice;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.cli.terminal.Version;
import io.lockstep.explain.calibration.CalibrationCandidate;
import io.lockstep.explain.calibration.CalibrationFinder;
import io.lockstep.explain.calibration.Diagnosis;
import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.figures.Side;
import io.lockstep.explain.sensitivity.FigureEffect;
import io.lockstep.explain.sensitivity.Sensitivity;
import io.lockstep.explain.sensitivity.SensitivityFinder;
import io.lockstep.judge.validation.Suite;
import io.lockstep.observe.Glob;
import io.lockstep.report.explain.DiagnosisPage;
import io.lockstep.report.explain.SensitivityPage;
import io.lockstep.run.Catalogue;
import io.lockstep.run.program.Installed;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.StudyProgress;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "sensitivity",
    defaultValueProvider = SensitivityCommand.KernelsByDefault.class,
    description = {
      "Shows how the time depends on each parameter of a device.",
      "Simulates the device with a fifth less and a fifth more of each parameter. "
          + "docs/sensitivity.md"
    })
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    place = 7,
    codes = {0, 1, 2, 3, 4, 5, 6, 130, 143},
    meanings = {"1: a simulation of the device itself failed, or there was no time for all"},
    examples = {
      "lockstep sensitivity examples/matmul.yaml -d hd5870",
      "lockstep sensitivity examples/spmv.yaml -d mi300a --figures 'l2.*' --phases 8",
      "lockstep sensitivity examples/nbody.yaml -d gtx280 --results kept -f json",
      "lockstep sensitivity --suite docs/sensitivity-suite.yaml -d my5870.yaml"
    })
public final class SensitivityCommand extends QuestionCommand {
  /** Makes kernel time the default, because most figures affect only kernel time. */
  static final class KernelsByDefault implements IDefaultValueProvider {
    @Override
    public String defaultValue(ArgSpec of) {
      return of instanceof OptionSpec o && o.longestName().equals("--timing") ? "kernels" : null;
    }
  }

  @Parameters(
      arity = "0..1",
      paramLabel = "WORKLOAD",
      description = "A workload (.yaml) or recorded trace (.lkt).")
  private Path workload;

  @Option(
      names = "--suite",
      paramLabel = "SUITE",
      description = "Find the parameter that explains a suite's errors.")
  @FileUse(FileUse.Kind.READ)
  private Path suite;

  @Option(
      names = "--set",
      paramLabel = "PARAMETER=VALUE",
      description = "Set a parameter of the device first; repeatable.")
  private Map<String, String> overrides = new LinkedHashMap<>();

  @Option(
      names = "--figures",
      paramLabel = "PATTERN,…",
      hideParamSyntax = true,
      split = ",",
      description = "Only matching parameters; * and ? are wildcards.")
  private List<String> figures = List.of("*");

  @Override
  String simulated() {
    return "changed parameters";
  }

  @Override
  Function<StudyProgress, Reply> question(PrintWriter err) {
    if ((workload == null) == (suite == null)) {
      throw new UsageException("name a WORKLOAD, or --suite SUITE.yaml");
    }
    int count = experiment.phases(suite != null ? 1 : ExperimentOptions.PHASES);
    ExperimentOptions options = simulate.experiment(execution, count, experiment.timing(), err);
    Catalogue catalogue = simulate.catalogue(err);
    Side side = side(catalogue, overrides);
    Predicate<String> wanted = wanted(side.spec());
    Installed installed = new Installed(catalogue, verbosity.frontends(err));
    return suite == null
        ? progress ->
            reply(
                new SensitivityFinder(installed, options)
                    .find(workload, execution.parameters, side, wanted, progress))
        : progress -> {
          if (!execution.parameters.isEmpty()) {
            throw new UsageException("--param is for a workload; rows of a suite have their own");
          }
          return reply(
              new CalibrationFinder(installed, options)
                  .find(Suite.read(suite).about(side.name()), side, wanted, progress));
        };
  }

  private Reply reply(Sensitivity found) {
    return new Reply(
        () -> Sensitivity.ANSWER.json(Version.text(), found),
        () -> FigureEffect.Line.ANSWER.csv(FigureEffect.Line.of(found.figures())),
        () -> new SensitivityTable(found).render(Terminal.screen()),
        () -> SensitivityPage.of(report.origin().on(specs), found),
        found.wrong() ? ExitCode.WRONG : ExitCode.DONE);
  }

  private Reply reply(Diagnosis found) {
    return new Reply(
        () -> Diagnosis.ANSWER.json(Version.text(), found),
        () -> CalibrationCandidate.ANSWER.csv(found.candidates()),
        () -> new DiagnosisTable(found).render(Terminal.screen()),
        () -> DiagnosisPage.of(report.origin().on(specs), found),
        ExitCode.DONE);
  }

  /** Whether host figures are excluded. */
  private boolean isKernels() {
    return suite == null && experiment.timing() == TimingChoice.kernels;
  }

  /** Returns a filter of figures by pattern; a pattern without a match is an error. */
  private Predicate<String> wanted(DeviceSpec of) {
    List<String> known =
        SensitivityFinder.figures(of, isKernels()).stream().map(key -> key.path()).toList();
    for (String pattern : figures) {
      if (known.stream().noneMatch(new Glob(pattern.strip())::matches)) {
        throw new UsageException(
            "--figures: no parameter of "
                + of.id()
                + " that time may depend on is called '"
                + pattern.strip()
                + "'"
                + (isKernels() && pattern.startsWith("host")
                    ? "; --timing workload counts the host's"
                    : "; 'lockstep devices " + of.id() + "' lists them"));
      }
    }
    return path -> figures.stream().anyMatch(p -> new Glob(p.strip()).matches(path));
  }
}
