// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.DurationConverter;
import io.lockstep.cli.option.PluginOption;
import io.lockstep.cli.option.RunSettings;
import io.lockstep.cli.option.StudySettings;
import io.lockstep.cli.terminal.Ending;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.io.InputException;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.Verdict;
import io.lockstep.run.WallLimits;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.stream.PointLines;
import io.lockstep.study.stream.PointOrder;
import io.lockstep.study.stream.PointStream;
import io.lockstep.study.stream.StreamCount;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "points",
    description = {
      "Simulates points that a script writes, one JSON object per line.",
      "Reads standard input without a file, and answers each point while more are read. "
          + "docs/points.md"
    })
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    place = 16,
    codes = {0, 1, 2, 3, 4, 5, 6, 130, 143},
    meanings = {
      "3: a line is no point; the others are answered",
      "130: interrupted (SIGINT); --results goes on from there"
    },
    examples = {
      "lockstep points points.jsonl",
      "lockstep points points.jsonl --results kept --stats 'dram.*,occupancy'",
      "./search.py | lockstep points --order done --threads 2"
    })
public final class PointsCommand implements Callable<Integer> {
  private static final String STANDARD_INPUT = "-";

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      defaultValue = STANDARD_INPUT,
      description = "Points, one JSON object per line (default: standard input).")
  private Path file;

  @Option(
      names = "--order",
      paramLabel = "ORDER",
      description = "Order of answers: input, done (default: input).")
  private PointOrder order = PointOrder.INPUT;

  @Option(
      names = "--stats",
      paramLabel = "PATTERN,…",
      hideParamSyntax = true,
      split = ",",
      description = "Statistics to print; * and ? are wildcards.")
  private List<String> statistics = List.of("*");

  @Option(
      names = "--time-limit",
      paramLabel = "DURATION",
      description = "Wall time of each point, e.g. 90s, 5m or 2h.",
      converter = DurationConverter.class)
  private Duration timeLimit;

  @Mixin private StudySettings study = new StudySettings();
  @Mixin private PluginOption plugins = new PluginOption();

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    WallLimits usual = new RunSettings().limits();
    RunOptions each =
        RunOptions.defaults()
            .with()
            .limits(timeLimit == null ? usual : usual.withRun(timeLimit))
            .build();
    StudyOptions options = study.options(each, plugins.folders, err);
    try (InputStream in = open()) {
      PointStream stream =
          new PointStream(
              plugins.catalogue(err),
              Plugins.frontends(),
              options,
              order,
              statistics.equals(List.of("*")) ? List.of() : statistics,
              line -> {
                out.print(line);
                return !out.checkError(); // flushes: a script may wait for this answer
              });
      Ending.begin(
          () -> {
            stream.close();
            return stream.count().written() + " answers written" + study.goesOn();
          });
      stream.run(new PointLines(isStandardInput() ? "standard input" : file.toString(), in));
      Ending.claim();
      return code(stream.count());
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private boolean isStandardInput() {
    return file.toString().equals(STANDARD_INPUT);
  }

  private InputStream open() throws IOException {
    return new BufferedInputStream(isStandardInput() ? System.in : Files.newInputStream(file));
  }

  private InputException unreadable(IOException e) {
    String what = e instanceof NoSuchFileException ? "no such file" : "cannot be read: " + e;
    return new InputException(file.toString(), what, e);
  }

  private static int code(StreamCount count) {
    if (count.wrong() > 0) {
      return ExitCode.BAD_INPUT;
    }
    if (count.of(Verdict.FAILED) > 0) {
      return ExitCode.FAILED;
    }
    if (count.of(Verdict.WRONG) > 0) {
      return ExitCode.WRONG;
    }
    long all = count.results().values().stream().mapToLong(Long::longValue).sum();
    return all > 0 && count.of(Verdict.REFUSED) == all ? ExitCode.REFUSED : ExitCode.DONE;
  }
}
