// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.FormatOption;
import io.lockstep.cli.terminal.Ascii;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.cli.terminal.StatusLine;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.UsageException;
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
import picocli.CommandLine.Option;
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
    examples = {
      "lockstep sweep status folder/",
      "lockstep sweep status folder/ --watch",
      "lockstep sweep status folder/ --format json"
    })
public final class SweepStatusCommand implements Callable<Integer> {
  private static final int LIVE_SECONDS = 1;
  private static final int QUIET_SECONDS = 60;

  @Parameters(paramLabel = "FOLDER", description = "The sweep's folder.")
  private Path folder;

  @Option(
      names = "--watch",
      paramLabel = "SECONDS",
      arity = "0..1",
      fallbackValue = "0",
      description = "Follow until done, every minute or SECONDS.")
  private Integer watch;

  @Mixin private FormatOption format;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    if (watch != null && watch < 0) {
      throw new UsageException("--watch: expected seconds, found " + watch);
    }
    PrintWriter err = spec.commandLine().getErr();
    try (SweepStore store = SweepStore.open(folder, OpenSweep::devices)) {
      Build build = SweepFindings.build(store);
      SweepStatus status = look(store);
      while (watch != null && status.missing() > 0) {
        tell(status, err);
        status = look(store);
      }
      StatusLine line = StatusLine.ofProcess();
      if (watch != null && line != null) {
        line.clear();
      }
      PrintWriter out = spec.commandLine().getOut();
      out.print(text(status, build));
      out.flush();
      SweepFindings findings = new SweepFindings(status, build);
      findings.tell(err);
      return findings.code();
    }
  }

  private static SweepStatus look(SweepStore store) {
    store.ingest();
    return store.status();
  }

  /** Prints the status in one line and waits. */
  private void tell(SweepStatus status, PrintWriter err) {
    Terminal terminal = Terminal.here();
    StatusLine line = terminal.showsProgress() ? StatusLine.ofProcess() : null;
    String words = SweepStatusTable.line(status);
    if (line != null) {
      Screen screen = terminal.err();
      String shown = words.substring(0, Math.min(words.length(), screen.width() - 1));
      line.show(screen.unicode() ? shown : Ascii.of(shown));
    } else {
      err.println("lockstep: " + words);
    }
    int usual = line != null ? LIVE_SECONDS : QUIET_SECONDS;
    try {
      Thread.sleep(1000L * (watch > 0 ? watch : usual));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
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
