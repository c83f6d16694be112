// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.FormatOption;
import io.lockstep.cli.option.TimingOption;
import io.lockstep.cli.table.TimingChoice;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.cli.terminal.Version;
import io.lockstep.observe.Glob;
import io.lockstep.sweep.look.ComparedSide;
import io.lockstep.sweep.look.PointChangeAnswer;
import io.lockstep.sweep.look.SweepComparison;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "compare",
    description = {
      "Compares two sweeps point by point.",
      "Matches points by what they ask for; shows the largest change first. docs/sweep-results.md"
    })
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    codes = {0, 1, 2, 3, 6},
    meanings = {
      "1: something has changed by more than the tolerance, or is in one sweep alone; with --slower:"
          + " a point takes longer by more than that, fails or is gone"
    },
    examples = {
      "lockstep sweep compare before/ after/",
      "lockstep sweep compare before/ after/ --tolerance 1% --timing kernels",
      "lockstep sweep compare before/ after/ --slower 5% --timing kernels",
      "lockstep sweep compare small/ large/ --stats 'l1.*,dram.*' -f csv"
    })
public final class SweepCompareCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "A", description = "A sweep's folder.")
  private Path was;

  @Parameters(index = "1", paramLabel = "B", description = "Another sweep's folder.")
  private Path now;

  @Option(
      names = "--tolerance",
      paramLabel = "SHARE",
      description = "Ignore changes up to this, e.g. 1%% (default: ${DEFAULT-VALUE}).",
      defaultValue = "0")
  private String tolerance;

  @Option(
      names = "--slower",
      paramLabel = "SHARE",
      description = "Fail only where points take longer by more, e.g. 5%%.")
  private String slower;

  @Option(
      names = "--stats",
      paramLabel = "PATTERN,…",
      hideParamSyntax = true,
      split = ",",
      description = "Statistics to compare, or none; * and ? are wildcards.")
  private List<String> statistics = List.of("*");

  @Mixin private TimingOption time = new TimingOption();

  @Mixin private FormatOption format;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    double share = share("--tolerance", tolerance);
    Optional<Double> most = Optional.ofNullable(slower).map(s -> share("--slower", s));
    Predicate<String> wanted = wanted();
    PrintWriter err = spec.commandLine().getErr();
    SweepComparison compared;
    try (OpenSweep before = new OpenSweep(was, err);
        OpenSweep after = new OpenSweep(now, err)) {
      compared =
          SweepComparison.of(
              ComparedSide.read(before.store, before.plan, wanted),
              ComparedSide.read(after.store, after.plan, wanted),
              time.timing == TimingChoice.kernels,
              share);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        switch (format.format) {
          case JSON -> SweepComparison.ANSWER.json(Version.text(), compared);
          case CSV -> PointChangeAnswer.csv(compared.changes());
          case TABLE -> new SweepComparisonTable(compared, time.timing).render(Terminal.screen());
        });
    out.flush();
    long failed = most.map(compared::slower).orElseGet(compared::beyond);
    return failed > 0 ? ExitCode.FAILED : ExitCode.DONE;
  }

  private static double share(String option, String text) {
    boolean percent = text.endsWith("%");
    String number = percent ? text.substring(0, text.length() - 1) : text;
    try {
      double value = new BigDecimal(number).movePointLeft(percent ? 2 : 0).doubleValue();
      if (value >= 0 && value < 1) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw wrong(option, text);
    }
    throw wrong(option, text);
  }

  private static UsageException wrong(String option, String text) {
    return new UsageException(
        option + ": expected a share of 0 to below 1, such as 1% or 0.01, found '" + text + "'");
  }

  private Predicate<String> wanted() {
    List<Glob> patterns = statistics.stream().map(String::strip).map(Glob::new).toList();
    return name -> patterns.stream().anyMatch(p -> p.matches(name));
  }
}
