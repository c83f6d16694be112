// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.terminal.Version;
import io.lockstep.io.ShellWord;
import io.lockstep.io.output.OutputFile;
import io.lockstep.report.page.Origin;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

public final class ReportOption implements AutoCloseable {
  /** Options that do not affect results and are omitted from the page's command. */
  private static final Set<String> NO_MATTER =
      Set.of(
          "--report",
          "--threads",
          "--workers",
          "--format",
          "--output",
          "--results",
          "--memory",
          "--host",
          "--time-limit",
          "--verbose",
          "--sort",
          "--columns",
          "--debug",
          "--progress-timeout");

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Also write the results as an HTML page.")
  @FileUse(FileUse.Kind.WRITE_FILE)
  private Path file;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  private OutputFile output;

  public boolean isWanted() {
    return file != null;
  }

  public Path file() {
    return file;
  }

  /** Opens the file, so that an invalid name is reported before the simulations. */
  public ReportOption open() {
    output = file == null ? null : new OutputFile(file);
    return this;
  }

  public void write(Supplier<String> page) {
    if (output != null) {
      output.write(page.get().getBytes(StandardCharsets.UTF_8));
      output.commit();
    }
  }

  @Override
  public void close() {
    if (output != null) {
      output.close();
    }
  }

  /** Returns the page's origin: the command line without options that do not affect results. */
  public Origin origin() {
    CommandLine.ParseResult parsed = command.commandLine().getParseResult();
    StringBuilder words = new StringBuilder("lockstep " + command.name());
    String program =
        ProgramOptions.of(command)
            .filter(p -> !p.words.isEmpty())
            .map(ProgramOptions::shown)
            .orElse("");
    for (ArgSpec arg : parsed.matchedArgs()) {
      if (arg instanceof OptionSpec option) {
        if (!NO_MATTER.contains(option.longestName())) {
          add(words, option);
        }
      } else if (program.isEmpty()) {
        arg.originalStringValues().forEach(value -> words.append(' ').append(ShellWord.of(value)));
      }
    }
    return new Origin(Version.text(), words + " --report FILE" + program);
  }

  private static void add(StringBuilder words, OptionSpec option) {
    List<String> values = option.originalStringValues();
    boolean flag = option.arity().max() == 0;
    for (String value : values) {
      words.append(' ').append(option.longestName());
      if (!flag) {
        words.append(' ').append(ShellWord.of(value));
      }
    }
  }
}
