// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.ChartOptions;
import io.lockstep.cli.option.CheckOptions;
import io.lockstep.cli.option.CycleOptions;
import io.lockstep.cli.option.DumpOptions;
import io.lockstep.cli.option.LineOptions;
import io.lockstep.cli.option.ObserveSettings;
import io.lockstep.cli.option.ReportOption;
import io.lockstep.cli.option.TableOptions;
import io.lockstep.cli.table.Format;
import io.lockstep.cli.terminal.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "profile",
    description = {
      "Shows where the time of a workload goes.",
      "By source line unless another view is named; several devices stand side by side. "
          + "docs/by-line.md, docs/observation.md"
    })
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    place = 3,
    codes = {0, 1, 2, 3, 4, 5, 6, 130, 143},
    meanings = {"1: a simulation failed or was refused"},
    examples = {
      "lockstep profile examples/matmul.yaml -d mi300a -n 5",
      "lockstep profile examples/matmul.yaml -d hd5870,gtx280 --by-cause",
      "lockstep profile examples/matmul.yaml -d mi300a --critical-path",
      "lockstep profile examples/matmul.yaml -d gtx280 --per-unit",
      "lockstep profile matmul.lkt -d mi300a --timeline matmul.pftrace"
    })
public final class ProfileCommand extends ObservedCommand {
  private static final String COLUMNS = "device,verified,cycles,us";

  @Mixin private ObserveSettings observe;
  @Mixin private LineOptions lines;
  @Mixin private CycleOptions cycles;
  @Mixin private ReportOption report;

  @Option(names = "--chart", description = "With --by-cause: draw shares as bars.")
  private boolean chart;

  @Override
  public Integer call() {
    cycles.request(settings);
    int views = count(lines.isWanted(), settings.byCause, settings.perUnit);
    boolean statistics = settings.perUnit || views == 0 && observe.isWanted();
    if (views == 0 && !statistics) {
      lines.showByLine();
    }
    if (views > 1 && output.format != Format.JSON) {
      throw new UsageException(
          "--by-line, --by-cause, --critical-path and --per-unit are a view each: name one;"
              + " --format json holds several");
    }
    if (chart && !settings.byCause) {
      throw new UsageException("--chart needs --by-cause");
    }
    boolean table = output.format == Format.TABLE;
    if (chart) {
      settings.chart = ChartOptions.wanted();
    }
    return run(
        new CheckOptions(),
        new DumpOptions(),
        report,
        observe,
        lines,
        settings.byCause && table ? TableOptions.showing(COLUMNS) : new TableOptions(),
        !(statistics && table));
  }

  private static int count(boolean... views) {
    int count = 0;
    for (boolean view : views) {
      count += view ? 1 : 0;
    }
    return count;
  }
}
