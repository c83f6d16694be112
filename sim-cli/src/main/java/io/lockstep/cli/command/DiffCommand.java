// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.DeviceOptions;
import io.lockstep.cli.option.EngineOptions;
import io.lockstep.cli.option.RunSettings;
import io.lockstep.cli.option.Verbatim;
import io.lockstep.cli.table.DiffTable;
import io.lockstep.cli.table.Format;
import io.lockstep.cli.terminal.Progress;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.cli.terminal.Version;
import io.lockstep.io.InputException;
import io.lockstep.observe.DeviceFingerprints;
import io.lockstep.observe.DiffReport;
import io.lockstep.observe.Divergence;
import io.lockstep.observe.DivergenceSearch;
import io.lockstep.observe.FingerprintLog;
import io.lockstep.observe.Meter;
import io.lockstep.run.format.DiffAnswer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "diff",
    description = {
      "Finds the first event in which two runs differ.",
      "A and B are fingerprints of 'profile --fingerprints', workloads or traces. Without "
          + "B, --left and --right say how two runs of A differ; a file of fingerprints is "
          + "compared with a new run."
    })
@HelpPage(
    group = HelpPage.Group.LOOK,
    place = 18,
    codes = {0, 1, 2, 3, 6},
    rare = "--phases",
    meanings = {"0: no event differs", "1: some event differs"},
    examples = {
      "lockstep diff before.lkfp after.lkfp",
      "lockstep diff matmul.yaml -d hd5870 --right \"--threads 2\"",
      "lockstep diff matmul.yaml -d hd5870 --left \"-p n=96\" --right \"-p n=64\""
    })
public final class DiffCommand implements Callable<Integer> {
  private static final int SAME = 0;
  private static final int DIFFERENT = 1;

  @Parameters(
      index = "0",
      paramLabel = "A",
      description = "The left side: a workload, trace or fingerprints file.")
  private Path a;

  @Parameters(
      index = "1",
      paramLabel = "B",
      arity = "0..1",
      description = "The right side (default: A).")
  private Path b;

  @Mixin private DeviceOptions devices;
  @Mixin private RunSettings settings;
  @Mixin private EngineOptions engine;

  @Option(
      names = "--left",
      paramLabel = "OPTIONS",
      parameterConsumer = Verbatim.class,
      description = "Options of run for the left side, quoted.")
  private String left = "";

  @Option(
      names = "--right",
      paramLabel = "OPTIONS",
      parameterConsumer = Verbatim.class,
      description = "Options of run for the right side, quoted.")
  private String right = "";

  @Option(names = "--no-rerun", description = "Compare files only, to the interval they hold.")
  private boolean onlyFiles;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      description = "table or json (default: ${DEFAULT-VALUE}).",
      defaultValue = "table")
  private Format format;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    if (format == Format.CSV) {
      throw new UsageException("--format: diff prints table or json");
    }
    if (settings.sample.isWanted()) {
      throw new UsageException(
          "--sample: not with diff, which compares every event; work-groups are left out");
    }
    DiffSide l;
    DiffSide r;
    DiffReport report;
    try (Progress progress = new Progress()) {
      Meter meter = progress.meter();
      l = side("--left", left, a, meter);
      r = b == null ? other(l, meter) : side("--right", right, b, meter);
      report = compare(l, r);
    }
    spec.commandLine()
        .getOut()
        .print(
            format == Format.JSON
                ? DiffAnswer.ANSWER.json(Version.text(), report)
                : new DiffTable(report).render(Terminal.screen()));
    spec.commandLine().getOut().flush();
    l.troubles().forEach(t -> spec.commandLine().getErr().println("lockstep: left: " + t));
    r.troubles().forEach(t -> spec.commandLine().getErr().println("lockstep: right: " + t));
    return report.isEqual() ? SAME : DIFFERENT;
  }

  private DiffSide side(String option, String own, Path input, Meter progress) {
    if (!Files.exists(input)) {
      throw new InputException(input.toString(), "no such file");
    }
    if (FingerprintLog.isNamed(input)) {
      if (!own.isEmpty()) {
        throw new UsageException(option + ": " + input + " takes no options (fingerprint file)");
      }
      return new DiffSide(input, FingerprintLog.read(input), progress);
    }
    RunRequest base = new RunRequest(input, devices, settings, engine, null);
    return new DiffSide(base.with(option, own), progress);
  }

  /** Returns the right side of the comparison if the command line names none. */
  private DiffSide other(DiffSide l, Meter progress) {
    if (l.isFile()) {
      RunRequest own = new RunRequest(null, devices, settings, engine, null);
      RunRequest asked = l.request().with("options", own.arguments());
      return new DiffSide(asked.with("--right", right), progress);
    }
    return side("--right", right, a, progress);
  }

  private DiffReport compare(DiffSide l, DiffSide r) {
    List<DeviceFingerprints> ls = l.devices();
    List<DeviceFingerprints> rs = r.devices();
    if (ls.size() != rs.size()) {
      throw new InputException(
          r.name(), "is of " + names(rs) + ", " + l.name() + " of " + names(ls));
    }
    List<DiffReport.DeviceDiff> diffs = new ArrayList<>();
    for (int i = 0; i < ls.size(); i++) {
      DeviceFingerprints left = ls.get(i);
      DeviceFingerprints right = rs.get(i);
      Optional<Divergence> first = Divergence.first(left, right);
      diffs.add(
          new DiffReport.DeviceDiff(left, right, first.map(d -> narrow(d, l, left, r, right))));
    }
    return new DiffReport(l.described(), r.described(), diffs);
  }

  private static String names(List<DeviceFingerprints> devices) {
    return devices.stream().map(d -> d.subject().device()).collect(Collectors.joining(", "));
  }

  private DivergenceSearch.Found narrow(
      Divergence coarse,
      DiffSide l,
      DeviceFingerprints left,
      DiffSide r,
      DeviceFingerprints right) {
    if (onlyFiles) {
      return new DivergenceSearch.Found(coarse, "");
    }
    try {
      return new DivergenceSearch(w -> l.again(left, w), w -> r.again(right, w)).narrow(coarse);
    } catch (InputException e) {
      return new DivergenceSearch.Found(coarse, "it cannot be run again: " + e.getMessage());
    }
  }
}
