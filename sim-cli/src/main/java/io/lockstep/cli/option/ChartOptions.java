// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.table.BarChart;
import io.lockstep.cli.table.ComparisonTable;
import io.lockstep.cli.table.TimingChoice;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.io.Suggestions;
import io.lockstep.run.RunResult;
import io.lockstep.run.program.Runner;
import java.util.List;
import picocli.CommandLine.Option;

public final class ChartOptions {
  @Option(names = "--chart", description = "Draw times as bars instead of a table.")
  private boolean wanted;

  @Option(
      names = "--reference",
      paramLabel = "DEVICE",
      description = "Base device of --chart and --report.")
  private String base;

  /** Returns the options for a chart relative to the fastest device. */
  public static ChartOptions wanted() {
    ChartOptions options = new ChartOptions();
    options.wanted = true;
    return options;
  }

  /** Rejects combinations with other options that contradict a chart. */
  public ChartOptions checked(TableOptions table, ReportOption page) {
    if (base != null && !wanted && !page.isWanted()) {
      throw new UsageException("--reference needs --chart or --report");
    }
    if (wanted) {
      table.refuseWith("--chart draws times");
    }
    return this;
  }

  public boolean isWanted() {
    return wanted;
  }

  public String base() {
    return base;
  }

  /** Rejects a base that is not among the compared devices, before any simulation. */
  public void check(List<Runner.Target> targets) {
    List<String> ids = targets.stream().map(t -> t.spec().id()).distinct().toList();
    if (base != null && !ids.contains(base)) {
      throw new UsageException(
          "--reference: none of the devices is '" + base + "'" + Suggestions.hint(base, ids));
    }
  }

  /**
   * Returns the chart.
   *
   * @param causes whether the chart shows stall reasons instead of times
   */
  public String text(List<RunResult> results, TimingChoice timing, boolean causes, Screen screen) {
    BarChart chart = new BarChart(results, timing, base, screen);
    return (causes ? chart.causes() : chart.times())
        + screen.wrapped(ComparisonTable.remarks(results), "  ");
  }
}
