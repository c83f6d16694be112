// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.option.DeviceOptions;
import io.lockstep.cli.option.DrawOptions;
import io.lockstep.cli.option.ProgramOptions;
import io.lockstep.cli.option.ResultsOption;
import io.lockstep.cli.option.RunSettings;
import io.lockstep.cli.option.TableOptions;
import io.lockstep.cli.option.Verbosity;
import io.lockstep.cli.table.Format;
import io.lockstep.cli.table.TimingChoice;
import io.lockstep.cli.terminal.Ending;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Progress;
import io.lockstep.cli.terminal.SimulationCount;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.execute.check.CheckLog;
import io.lockstep.explain.uncertainty.DeviceUncertainty;
import io.lockstep.explain.uncertainty.Draw.Outcome;
import io.lockstep.explain.uncertainty.DrawnComparison;
import io.lockstep.explain.uncertainty.UncertaintyOptions;
import io.lockstep.explain.uncertainty.UncertaintyStudy;
import io.lockstep.report.explain.UncertaintySection;
import io.lockstep.run.Catalogue;
import io.lockstep.run.program.Installed;
import io.lockstep.run.program.Runner;
import io.lockstep.study.StudyOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Runs {@code compare --uncertainty}: simulates nominal devices and draws of figures. */
public final class UncertaintyJob {
  private final CommandSpec spec;
  private final PrintWriter out;
  private final PrintWriter err;
  private final DeviceOptions devices;
  private final RunSettings settings;
  private final DrawOptions drawing;
  private final Verbosity verbosity;
  private final TableOptions table;
  private final ResultsOption kept;
  private ResultReport report = ResultReport.NONE;

  UncertaintyJob(
      CommandLine line,
      DeviceOptions devices,
      RunSettings settings,
      DrawOptions drawing,
      Verbosity verbosity,
      TableOptions table,
      ResultsOption kept) {
    spec = line.getCommandSpec();
    out = line.getOut();
    err = line.getErr();
    this.devices = devices;
    this.settings = settings;
    this.drawing = drawing;
    this.verbosity = verbosity;
    this.table = table;
    this.kept = kept;
  }

  UncertaintyJob reporting(ResultReport page) {
    report = page;
    return this;
  }

  int run(Path workload, Format format) {
    if (settings.phases > 1 || settings.phase > 0) {
      throw new UsageException("--uncertainty draws launch phases itself, beside --first-phase 0");
    }
    int draws = drawing.draws();
    Catalogue catalogue = devices.catalogue();
    table.check(format, catalogue);
    boolean asked = settings.byCause || table.namesCauses();
    List<Runner.Target> targets = devices.chosen(catalogue, true);
    settings.chart.check(targets);
    StudyOptions run =
        StudyOptions.defaults()
            .with(
                settings
                    .options(draws, CheckLog.none())
                    .with()
                    .byCause(asked || report.isWanted())
                    .build())
            .with(kept.store(err))
            .telling(Verbosity.notes(err))
            .strictly();
    UncertaintyOptions options =
        new UncertaintyOptions(
            run, draws, drawing.seed(), table.time.timing == TimingChoice.kernels);
    ProgramOptions.record(spec);
    DrawnComparison drawn;
    try (Progress progress = new Progress()) {
      SimulationCount count = new SimulationCount(progress.meter(), "draws");
      Ending.begin(() -> count.words() + kept.goesOn());
      drawn =
          new UncertaintyStudy(new Installed(catalogue, verbosity.frontends(err)), options)
              .study(workload, settings.execution.parameters, targets, count);
      Ending.claim();
    }
    TableOptions shown = asked ? table : table.hidingCauses();
    out.print(shown.text(format, drawn, Terminal.screen()));
    out.flush();
    report.write(
        List.of(workload),
        targets,
        drawn.results(),
        catalogue,
        List.of(UncertaintySection.of(drawn.uncertainty())));
    int code = Job.exitCode(drawn.results(), true, false);
    return code == ExitCode.DONE && drawn.uncertainty().devices().stream().anyMatch(this::failed)
        ? ExitCode.FAILED
        : code;
  }

  private boolean failed(DeviceUncertainty device) {
    return device.count(Outcome.FAILED) > 0;
  }
}
