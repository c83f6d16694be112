package io.lockstep.cli;

import io.lockstep.execute.check.CheckLog;
import io.lockstep.io.Bounds;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunResult;
import io.lockstep.run.card.SourceLines;
import io.lockstep.run.format.LineFields;
import io.lockstep.run.format.PathFields;
import io.lockstep.run.format.ResultJson;
import io.lockstep.run.line.LinePlaces;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What a page of times by line, or of critical paths, shows. */
final class LineOptions {
  @Option(
      names = "--by-line",
      description = {
        "Shows where the cycles of issue ports went by line of the kernels' source, instead of the",
        "statistics: docs/by-line.md. JSON holds both; CSV has a row for each line."
      })
  private boolean wanted;

  @Option(
      names = "--critical-path",
      description = {
        "Shows what the critical path of launches was spent on, the way back from the last write",
        "through whatever was needed last, by resource and by line, instead of the statistics:",
        "docs/critical-path.md. JSON holds both; CSV has a row for each line."
      })
  private boolean criticalPath;

  @Option(
      names = {"-n", "--lines"},
      paramLabel = "N",
      description =
          "With --by-line or --critical-path: lines shown, those with most (default: 10).")
  private Integer lines;

  @Option(
      names = "--lines-of",
      paramLabel = "LEVEL",
      description = {
        "With --by-line or --critical-path: a table for the whole program, for each kernel or for each",
        "launch: program, kernel or launch (default: program). JSON and CSV hold all three."
      })
  private LineLevel level;

  @Option(
      names = "--sources",
      paramLabel = "FOLDER",
      description = {
        "With --by-line or --critical-path: where the kernels' files are looked for, to show their",
        "lines (default: beside WORKLOAD)."
      })
  private Path folder;

  /** These options, where they go together. */
  LineOptions checked() {
    if (wanted && criticalPath) {
      throw new UsageException("--by-line and --critical-path are a page each; name one");
    }
    if (!isWanted() && (lines != null || level != null || folder != null)) {
      String name = lines != null ? "--lines" : level != null ? "--lines-of" : "--sources";
      throw new UsageException(name + " says what --by-line and --critical-path show; add one");
    }
    if (lines != null) {
      UsageException.require("--lines", lines, Bounds.atLeast(0), "");
    }
    return this;
  }

  /** Whether such a page is wanted. */
  boolean isWanted() {
    return wanted || criticalPath;
  }

  boolean byLine() {
    return wanted;
  }

  boolean criticalPath() {
    return criticalPath;
  }

  /** Everything as text, for a screen where it is a table. */
  String text(Format format, Path workload, List<RunResult> results, CheckLog log, Screen screen) {
    LinePlaces places =
        new LinePlaces(
            folder == null ? SourceLines.beside(workload) : new SourceLines(folder),
            Plugins.frontends());
    return switch (format) {
      case JSON -> ResultJson.write(Version.text(), results, log, Optional.empty(), places);
      case CSV -> wanted ? LineFields.csv(results, places) : PathFields.csv(results, places);
      case TABLE -> table(results, places, screen);
    };
  }

  private String table(List<RunResult> results, LinePlaces places, Screen screen) {
    int most = lines == null ? 10 : lines;
    LineLevel shown = level == null ? LineLevel.program : level;
    return wanted
        ? new LinePage(places, most, shown, screen).render(results)
        : new PathPage(places, most, shown, screen).render(results);
  }
}
