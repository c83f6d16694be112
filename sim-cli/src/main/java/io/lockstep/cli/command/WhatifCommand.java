// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.SampleOption;
import io.lockstep.cli.table.AlternativesTable;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.cli.terminal.Version;
import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.figures.Side;
import io.lockstep.explain.whatif.Alternative;
import io.lockstep.explain.whatif.Alternatives;
import io.lockstep.explain.whatif.AlternativesFinder;
import io.lockstep.explain.whatif.Change;
import io.lockstep.report.explain.AlternativesPage;
import io.lockstep.run.Catalogue;
import io.lockstep.run.program.Installed;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.StudyProgress;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "whatif",
    description = {
      "Shows the effect of single changes of a device.",
      "Each value is a row with its factor of the time, the error and the reason. docs/sensitivity.md"
    })
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    place = 6,
    codes = {0, 1, 2, 3, 4, 5, 6, 130, 143},
    meanings = {
      "1: a simulation failed, or there was no time for all",
      "5: a device refuses the workload, or every change was refused"
    },
    examples = {
      "lockstep whatif examples/matmul.yaml -d hd5870 l1.size=16KiB,64KiB",
      "lockstep whatif examples/spmv.yaml -d mi100,mi300a 'l2.latency=*0.5' -f json",
      "lockstep whatif examples/transpose.yaml -d gtx280 'dram.clock=*2'",
      "lockstep whatif examples/matmul.yaml -d mi300a l2.size=8MiB --report w.html"
    })
public final class WhatifCommand extends QuestionCommand {
  @Parameters(
      index = "0",
      paramLabel = "WORKLOAD",
      description = "A workload (.yaml) or recorded trace (.lkt).")
  private Path workload;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "NAME=VALUE,…",
      description = "Changes to try one by one, written as for --set.")
  private List<String> settings;

  @Mixin private SampleOption sample = new SampleOption();

  @Override
  String simulated() {
    return "changed devices";
  }

  @Override
  Function<StudyProgress, Reply> question(PrintWriter err) {
    int phases = experiment.phases(ExperimentOptions.PHASES);
    List<Change> changes = changes();
    ExperimentOptions options =
        simulate.experiment(execution, phases, experiment.timing(), err).sampling(sample.request());
    Catalogue catalogue = simulate.catalogue(err);
    List<Side> sides = sides(catalogue);
    requireKnown(sides, changes);
    AlternativesFinder finder =
        new AlternativesFinder(new Installed(catalogue, verbosity.frontends(err)), options);
    return count -> {
      Alternatives found = finder.find(workload, execution.parameters, sides, changes, count);
      return new Reply(
          () -> Alternatives.ANSWER.json(Version.text(), found),
          () -> Alternative.ANSWER.csv(found.changes()),
          () -> new AlternativesTable(found).render(Terminal.screen()),
          () -> AlternativesPage.of(report.origin().on(specs), found),
          exitCode(found));
    };
  }

  private static int exitCode(Alternatives found) {
    if (found.failed()) {
      return ExitCode.FAILED;
    }
    if (found.changes().stream().noneMatch(Alternative::isSimulated)) {
      return ExitCode.REFUSED;
    }
    return found.wrong() ? ExitCode.WRONG : ExitCode.DONE;
  }

  private List<Change> changes() {
    List<Change> changes = new ArrayList<>();
    for (String setting : settings) {
      int at = setting.indexOf('=');
      if (at < 1) {
        throw new UsageException(
            "expected PARAMETER=VALUE, for example l1.size=16KiB, found '" + setting + "'");
      }
      for (String value : setting.substring(at + 1).split(",", -1)) {
        changes.add(new Change(setting.substring(0, at), value.strip()));
      }
    }
    return changes;
  }

  /** Rejects a figure that no device has; the rows of devices that lack a figure report it. */
  private static void requireKnown(List<Side> sides, List<Change> changes) {
    for (Change change : changes) {
      String name = change.figure().replace("?", "");
      if (change.value().equals(DeviceSpec.ABSENT)
          || sides.stream().anyMatch(side -> side.spec().schema().knows(name))) {
        continue;
      }
      sides.get(0).spec().with(name, change.value()); // throws, suggesting the nearest name
    }
  }
}
