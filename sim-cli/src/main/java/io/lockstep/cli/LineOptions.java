package io.lockstep.cli;

import io.lockstep.execute.check.CheckLog;
import io.lockstep.io.Bounds;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunResult;
import io.lockstep.run.card.SourceLines;
import io.lockstep.run.format.LineFields;
import io.lockstep.run.format.ResultJson;
import io.lockstep.run.line.LinePlaces;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** What a page of times by line shows. */
final class LineOptions {
  private static final int USUAL = 10;

  @Option(
      names = "--by-line",
      description = {
        "Shows where the cycles of issue ports went by line of the kernels' source, instead of the",
        "statistics: docs/by-line.md. JSON holds both; CSV has a row for each line."
      })
  private boolean wanted;

  @Option(
      names = {"-n", "--lines"},
      paramLabel = "N",
      description = "With --by-line: lines shown, those with most cycles (default: 10).")
  private Integer lines;

  @Option(
      names = "--lines-of",
      paramLabel = "LEVEL",
      description = {
        "With --by-line: a table for the whole program, for each kernel or for each launch: program,",
        "kernel or launch (default: program). JSON and CSV hold all three."
      })
  private LineLevel level;

  @Option(
      names = "--sources",
      paramLabel = "FOLDER",
      description = {
        "With --by-line: where the kernels' files are looked for, to show their lines",
        "(default: beside WORKLOAD)."
      })
  private Path folder;

  /** These options, where they go together. */
  LineOptions checked() {
    if (!wanted && (lines != null || level != null || folder != null)) {
      String name = lines != null ? "--lines" : level != null ? "--lines-of" : "--sources";
      throw new UsageException(name + " says what --by-line shows; add that");
    }
    if (lines != null) {
      UsageException.require("--lines", lines, Bounds.atLeast(0), "");
    }
    return this;
  }

  boolean isWanted() {
    return wanted;
  }

  /** Where the lines of a workload's kernels are. */
  LinePlaces places(Path workload) {
    return new LinePlaces(
        folder == null ? SourceLines.beside(workload) : new SourceLines(folder),
        Plugins.frontends());
  }

  /**
   * Everything as text, for a screen where it is a table.
   *
   * @param beside whether a table has devices beside each other
   */
  String text(
      Format format,
      Function<RunResult, LinePlaces> places,
      List<RunResult> results,
      CheckLog log,
      boolean beside,
      Screen screen) {
    int most = lines == null ? USUAL : lines;
    LineLevel of = level == null ? LineLevel.program : level;
    return switch (format) {
      case JSON -> ResultJson.write(Version.text(), results, log, Optional.empty(), places);
      case CSV -> LineFields.csv(results, places);
      case TABLE ->
          beside
              ? new LineComparison(places, most, of, screen).render(results)
              : new LinePage(places, most, of, screen).render(results);
    };
  }
}
