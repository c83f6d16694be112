// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.page.LineComparison;
import io.lockstep.cli.page.LineLevel;
import io.lockstep.cli.page.LinePage;
import io.lockstep.cli.page.PathPage;
import io.lockstep.cli.table.Format;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.cli.terminal.Version;
import io.lockstep.execute.check.CheckLog;
import io.lockstep.io.Bounds;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunResult;
import io.lockstep.run.format.LineAnswer;
import io.lockstep.run.format.PathAnswer;
import io.lockstep.run.format.ResultAnswer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Option;

public final class LineOptions {
  private static final int USUAL = 10;

  @Option(names = "--by-line", description = "Show port cycles by source line.")
  private boolean wanted;

  @Option(names = "--critical-path", description = "Show what the critical path waited for.")
  private boolean criticalPath;

  @Option(
      names = {"-n", "--top"},
      paramLabel = "N",
      description = "Number of source lines to show (default: 10).")
  private Integer lines;

  @Option(
      names = "--scope",
      paramLabel = "LEVEL",
      description = "Lines of a program, kernel or launch.")
  private LineLevel level;

  @Option(
      names = "--sources",
      paramLabel = "FOLDER",
      description = "Folder of the kernels' sources.")
  @FileUse(FileUse.Kind.READ)
  private Path folder;

  public LineOptions checked() {
    if (wanted && criticalPath) {
      throw new UsageException("--by-line and --critical-path cannot be combined; choose one");
    }
    if (!isWanted() && (lines != null || level != null || folder != null)) {
      String name = lines != null ? "--top" : level != null ? "--scope" : "--sources";
      throw new UsageException(name + " says what --by-line and --critical-path show; add one");
    }
    if (lines != null) {
      UsageException.require("--top", lines, Bounds.atLeast(0), "");
    }
    return this;
  }

  /** Selects times by source line if no option selects a view. */
  public void showByLine() {
    wanted = true;
  }

  public boolean isWanted() {
    return wanted || criticalPath;
  }

  boolean byLine() {
    return wanted;
  }

  public boolean criticalPath() {
    return criticalPath;
  }

  public LinePlaces places(Path workload) {
    return new LinePlaces(
        folder == null ? SourceLines.beside(workload) : new SourceLines(folder),
        Plugins.frontends());
  }

  /**
   * Formats the views; tables are laid out for a screen.
   *
   * @param beside whether a table of lines shows devices side by side
   */
  public String text(
      Format format,
      Function<RunResult, LinePlaces> places,
      List<RunResult> results,
      CheckLog log,
      boolean beside,
      Screen screen) {
    return switch (format) {
      case JSON ->
          ResultAnswer.ANSWER.json(
              Version.text(), new ResultAnswer(results, log, places, List.of()));
      case CSV -> wanted ? LineAnswer.csv(results, places) : PathAnswer.csv(results, places);
      case TABLE -> table(results, places, beside, screen);
    };
  }

  private String table(
      List<RunResult> results,
      Function<RunResult, LinePlaces> places,
      boolean beside,
      Screen screen) {
    int most = lines == null ? USUAL : lines;
    LineLevel of = level == null ? LineLevel.program : level;
    if (criticalPath) {
      return new PathPage(places, most, of, screen).render(results);
    }
    return beside
        ? new LineComparison(places, most, of, screen).render(results)
        : new LinePage(places, most, of, screen).render(results);
  }
}
