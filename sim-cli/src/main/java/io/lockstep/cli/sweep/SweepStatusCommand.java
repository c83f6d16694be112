// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.FormatOption;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.Version;
import io.lockstep.study.store.Build;
import io.lockstep.sweep.store.index.SweepStatus;
import io.lockstep.sweep.store.index.SweepStatusAnswer;
import io.lockstep.sweep.store.index.SweepStore;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "status",
    description = {
      "Shows how far a sweep is.",
      "Done, failed and missing points, rate, time left, slowest points, damaged files."
    })
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    codes = {0, 1, 2, 3, 4, 5, 6},
    meanings = {
      "1: points are missing, some have failed, rows are of several builds, or results of one key"
          + " differ"
    },
    examples = {"lockstep sweep status folder/", "lockstep sweep status folder/ --format json"})
public final class SweepStatusCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FOLDER", description = "The sweep's folder.")
  private Path folder;

  @Mixin private FormatOption format;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter err = spec.commandLine().getErr();
    try (SweepStore store = SweepStore.open(folder, OpenSweep::devices)) {
      Build build = SweepFindings.build(store);
      store.ingest();
      SweepStatus status = store.status();
      PrintWriter out = spec.commandLine().getOut();
      out.print(text(status, build));
      out.flush();
      SweepFindings findings = new SweepFindings(status, build);
      findings.tell(err);
      return findings.code();
    }
  }

  private String text(SweepStatus status, Build build) {
    SweepStatusAnswer answer = new SweepStatusAnswer(folder.toString(), status, build);
    return switch (format.format) {
      case TABLE -> new SweepStatusTable(status).render(Terminal.screen());
      case JSON -> SweepStatusAnswer.ANSWER.json(Version.text(), answer);
      case CSV -> answer.csv();
    };
  }
}
