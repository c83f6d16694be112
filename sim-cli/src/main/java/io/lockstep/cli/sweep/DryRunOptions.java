// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.table.Format;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.sweep.plan.SweepPlan;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Option;

public final class DryRunOptions {
  @Option(
      names = "--dry-run",
      description = "Count the points and estimate their time; run nothing.")
  private boolean asked;

  boolean isAsked() {
    return asked;
  }

  /**
   * @param output folder of a sweep that may have been started, or null
   */
  int print(CommandLine line, SweepPlan plan, Path output, int threads, Format format) {
    boolean chosen = line.getParseResult().hasMatchedOption("--format");
    SweepDryRun run = new SweepDryRun(plan, MeasuredPoints.of(output), SweepDryRun.FIRST, threads);
    line.getOut().print(run.text(chosen ? format : Format.TABLE, Terminal.screen()));
    line.getOut().flush();
    return ExitCode.DONE;
  }
}
