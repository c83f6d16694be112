// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.FileUse;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.cli.terminal.Version;
import io.lockstep.io.ShellWord;
import io.lockstep.io.expression.Expression;
import io.lockstep.io.output.OutputFile;
import io.lockstep.report.page.Origin;
import io.lockstep.report.sweep.SweepPage;
import io.lockstep.sweep.file.Goals.Objective;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "report",
    description = {
      "Writes a sweep as one HTML page.",
      "Lines over each axis, best points, a Pareto front. docs/sweep-results.md"
    })
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    codes = {0, 2, 3, 6},
    examples = {
      "lockstep sweep report folder/ -o sweep.html",
      "lockstep sweep report folder/ --by kernel_seconds --pareto kernel_seconds,dram.bytes"
    })
public final class SweepReportCommand implements Callable<Integer> {
  private static final String FILE = "report.html";

  @Parameters(paramLabel = "FOLDER", description = "The sweep's folder.")
  private Path folder;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "File to write (default: report.html in the folder).")
  @FileUse(FileUse.Kind.WRITE_FILE)
  private Path output;

  @Option(
      names = "--by",
      paramLabel = "EXPRESSION",
      description = "Expression to draw and minimise (default: ${DEFAULT-VALUE}).",
      defaultValue = "seconds")
  private String by;

  @Option(
      names = "--pareto",
      paramLabel = "EXPRESSION,…",
      hideParamSyntax = true,
      description = "Axes of the Pareto front; 'max:' maximises one.")
  private String pareto;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter err = spec.commandLine().getErr();
    Expression drawn = Expression.of("--by", by);
    List<Objective> front = pareto == null ? List.of() : Objectives.of("--pareto", pareto, true);
    if (pareto != null && front.size() != 2) {
      throw new UsageException("--pareto: expected two expressions, found '" + pareto + "'");
    }
    try (OpenSweep sweep = new OpenSweep(folder, err)) {
      Path to = output == null ? folder.resolve(FILE) : output;
      try (OutputFile file = new OutputFile(to)) { // an invalid name is reported before the work
        SweepPage page = new SweepPage(sweep.store, sweep.plan, drawn, front, OpenSweep.here());
        file.write(page.of(origin(), title()).getBytes(StandardCharsets.UTF_8));
        file.commit();
      }
      spec.commandLine().getOut().println(to);
      spec.commandLine().getOut().flush();
      return ExitCode.DONE;
    }
  }

  private String title() {
    Path name = folder.toAbsolutePath().normalize().getFileName();
    return name == null ? folder.toString() : name.toString();
  }

  private Origin origin() {
    StringBuilder words = new StringBuilder("lockstep sweep report ");
    words.append(ShellWord.of(Path.of(title()))).append('/');
    words.append(by.equals("seconds") ? "" : " --by " + ShellWord.of(by));
    words.append(pareto == null ? "" : " --pareto " + ShellWord.of(pareto));
    return new Origin(Version.text(), words + " -o FILE");
  }
}
