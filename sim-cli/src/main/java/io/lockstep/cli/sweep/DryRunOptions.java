package io.lockstep.cli.sweep;

import io.lockstep.cli.option.Rare;
import io.lockstep.cli.table.Format;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.io.Bounds;
import io.lockstep.sweep.plan.SweepPlan;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Option;

public final class DryRunOptions {
  private static final int MOST_POINTS = 1_000_000;

  @Option(
      names = "--dry-run",
      description = "Count the points and estimate their time; run nothing.")
  private boolean asked;

  @Rare
  @Option(
      names = "--first",
      paramLabel = "N",
      description = "Points that --dry-run shows (default: 10).")
  private Integer first;

  boolean isAsked() {
    if (first != null && !asked) {
      throw new UsageException("--first says how many points --dry-run shows");
    }
    return asked;
  }

  /**
   * @param output folder of a sweep that may have begun, or null
   */
  int print(CommandLine line, SweepPlan plan, Path output, int threads, Format format) {
    if (first != null) {
      UsageException.require("--first", first, Bounds.of(0, MOST_POINTS), "");
    }
    boolean chosen = line.getParseResult().hasMatchedOption("--format");
    SweepDryRun run =
        new SweepDryRun(
            plan, MeasuredPoints.of(output), first == null ? SweepDryRun.FIRST : first, threads);
    line.getOut().print(run.text(chosen ? format : Format.TABLE, Terminal.screen()));
    line.getOut().flush();
    return ExitCode.DONE;
  }
}
