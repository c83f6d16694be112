// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.FileUse;
import io.lockstep.cli.table.CalibrationTable;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.cli.terminal.Version;
import io.lockstep.explain.calibration.CalibratedDevice;
import io.lockstep.explain.calibration.Calibration;
import io.lockstep.explain.calibration.Calibrator;
import io.lockstep.explain.calibration.FittedParameter;
import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.figures.Side;
import io.lockstep.explain.sensitivity.SensitivityFinder;
import io.lockstep.io.Suggestions;
import io.lockstep.io.output.OutputFile;
import io.lockstep.judge.validation.Suite;
import io.lockstep.report.explain.CalibrationPage;
import io.lockstep.run.Catalogue;
import io.lockstep.run.program.Installed;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Figure;
import io.lockstep.spi.spec.SpecSchema;
import io.lockstep.study.StudyProgress;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "calibrate",
    description = {
      "Fits parameters of a device to a suite of measured values.",
      "Leaves groups of rows out in turn, and says what the suite determines. docs/calibration.md"
    })
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    place = 22,
    codes = {0, 1, 2, 3, 5, 6, 130, 143},
    meanings = {"1: a simulation of the device itself failed, or there was no time for all"},
    examples = {
      "lockstep calibrate rows.yaml -d hd5870 --parameters l2.latency,dram.request_latency",
      "lockstep calibrate rows.yaml -d my5870.yaml --parameters l1.hit=80cycles..160cycles -o fitted.yaml"
    })
public final class CalibrateCommand extends QuestionCommand {
  private static final String TO = "..";

  @Parameters(paramLabel = "SUITE", description = "A suite of rows (.yaml).")
  private Path suite;

  @Option(
      names = "--parameters",
      paramLabel = "NAME[=LOW..HIGH],…",
      hideParamSyntax = true,
      required = true,
      split = ",",
      description = "Parameters to fit, within their own range or another.")
  private List<String> parameters;

  @Option(
      names = "--set",
      paramLabel = "PARAMETER=VALUE",
      description = "Set a parameter of the device first; repeatable.")
  private Map<String, String> overrides = new LinkedHashMap<>();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Also write the fitted device as a YAML file.")
  @FileUse(FileUse.Kind.WRITE_FILE)
  private Path output;

  @Override
  String simulated() {
    return "points of the fit";
  }

  @Override
  Function<StudyProgress, Reply> question(PrintWriter err) {
    if (!execution.parameters.isEmpty()) {
      throw new UsageException("--param is for a workload; rows of a suite have their own");
    }
    ExperimentOptions options =
        simulate.experiment(execution, experiment.phases(1), experiment.timing(), err);
    Catalogue catalogue = simulate.catalogue(err);
    Side side = side(catalogue, overrides);
    Map<String, FittedParameter.Range> ranges = new LinkedHashMap<>();
    parameters.forEach(text -> add(side.spec(), text.strip(), ranges));
    Installed installed = new Installed(catalogue, verbosity.frontends(err));
    Suite rows = Suite.read(suite).about(side.name());
    Optional<OutputFile> file = Optional.ofNullable(output).map(OutputFile::new);
    return progress -> {
      Calibration found = new Calibrator(installed, options).fit(rows, side, ranges, progress);
      file.ifPresent(to -> write(to, side.named(), found));
      return new Reply(
          () -> Calibration.ANSWER.json(Version.text(), found),
          () -> FittedParameter.ANSWER.csv(found.parameters()),
          () -> new CalibrationTable(found).render(Terminal.screen()),
          () -> CalibrationPage.of(report.origin().on(specs), found),
          ExitCode.DONE);
    };
  }

  private void write(OutputFile file, DeviceSpec named, Calibration found) {
    try (file) {
      String text = CalibratedDevice.yaml(suite.getFileName().toString(), named, found);
      file.write(text.getBytes(StandardCharsets.UTF_8));
      file.commit();
    }
  }

  /**
   * Adds a parameter with its range, as in {@code l1.hit} or {@code l1.hit=80cycles..120cycles}.
   */
  private static void add(DeviceSpec spec, String text, Map<String, FittedParameter.Range> ranges) {
    String[] parts = text.split("=", 2);
    List<String> known =
        SensitivityFinder.figures(spec, false).stream()
            .filter(key -> key.dimension().isNumber())
            .map(SpecSchema.Key::path)
            .toList();
    if (!known.contains(parts[0])) {
      throw new UsageException(
          "--parameters: %s has no quantity '%s' that time may depend on%s"
              .formatted(spec.id(), parts[0], Suggestions.nearHint(parts[0], known)));
    }
    Figure figure = spec.figure(parts[0]);
    if (parts.length == 1 && figure.low().isEmpty()) {
      throw new UsageException(
          "--parameters: %s of %s is %s and declares no range; state one, for example %s=%s..%s"
              .formatted(
                  parts[0],
                  spec.id(),
                  figure.text(),
                  parts[0],
                  figure.written(Math.max(1, figure.value() / 2)),
                  figure.written(2 * figure.value())));
    }
    FittedParameter.Range range =
        parts.length == 1
            ? new FittedParameter.Range(figure.low(), figure.high())
            : range(figure, parts[1]);
    if (ranges.put(parts[0], range) != null) {
      throw new UsageException("--parameters: " + parts[0] + " is named twice");
    }
  }

  private static FittedParameter.Range range(Figure figure, String text) {
    int at = text.indexOf(TO);
    try {
      String low = text.substring(0, Math.max(0, at));
      String high = text.substring(at + TO.length());
      if (at > 0 && figure.dimension().parse(low) < figure.dimension().parse(high)) {
        return new FittedParameter.Range(low, high);
      }
    } catch (IllegalArgumentException e) {
      // The message below says what is expected.
    }
    throw new UsageException(
        "--parameters: expected %s=LOW..HIGH, for example %s..%s, found '%s'"
            .formatted(
                figure.path(),
                figure.written(Math.max(1, figure.value() / 2)),
                figure.written(2 * figure.value()),
                text));
  }
}
