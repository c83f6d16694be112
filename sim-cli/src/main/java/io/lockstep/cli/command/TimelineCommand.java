// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.FileUse;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Progress;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.io.InputException;
import io.lockstep.observe.Timelines;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "timeline",
    description = {
      "Converts a recorded timeline (.lktl) for a viewer.",
      "Record one with 'lockstep profile WORKLOAD -d DEVICE --timeline FILE';\n"
          + "ui.perfetto.dev shows the result."
    })
@HelpPage(
    group = HelpPage.Group.DATA,
    place = 17,
    codes = {0, 2, 3, 6},
    examples = "lockstep timeline matmul.lktl -o matmul.pftrace")
public final class TimelineCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "A timeline from 'profile --timeline FILE.lktl'.")
  private Path input;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "File to write (.pftrace).")
  @FileUse(FileUse.Kind.WRITE_FILE)
  private Path output;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    String name = output.toString();
    if (!name.endsWith(".pftrace")) {
      throw new UsageException("--output: expected a name that ends in .pftrace, found " + output);
    }
    if (input.toString().endsWith(".yaml") || input.toString().endsWith(".lkt")) {
      throw new InputException(
          input.toString(),
          "byte 0: is not a timeline (.lktl); 'lockstep profile "
              + input
              + " -d DEVICE --timeline "
              + output
              + "' records one");
    }
    long intervals;
    try (Progress progress = new Progress()) {
      intervals = Timelines.convert(input, output, progress.meter());
    }
    spec.commandLine().getOut().printf(Locale.ROOT, "%s: %,d intervals%n", output, intervals);
    spec.commandLine().getOut().flush();
    return ExitCode.DONE;
  }
}
