// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.FormatOption;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.cli.terminal.Version;
import io.lockstep.io.expression.Expression;
import io.lockstep.sweep.file.Goals;
import io.lockstep.sweep.file.Goals.Objective;
import io.lockstep.sweep.look.BestAnswer;
import io.lockstep.sweep.look.BestPoints;
import io.lockstep.sweep.look.BestQuery;
import io.lockstep.sweep.look.ProblemSizes;
import io.lockstep.sweep.look.SweepRows;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "best",
    description = {
      "Lists the best points of a sweep.",
      "Expressions read seconds, kernel_seconds, cycles, device, parameters, also of devices if "
          + "set, and statistics. docs/sweep-results.md"
    })
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    codes = {0, 1, 2, 3, 6},
    meanings = {"1: no point has a correct result and meets the conditions"},
    examples = {
      "lockstep sweep best folder/",
      "lockstep sweep best folder/ --by l1.hit_ratio --maximise --per device --top 3",
      "lockstep sweep best folder/ --where \"n == 128 && device != 'hd5450'\" -f csv",
      "lockstep sweep best folder/ --pareto seconds,dram.bytes --per all"
    })
public final class SweepBestCommand implements Callable<Integer> {
  private static final String ALL = "all";

  @Parameters(paramLabel = "FOLDER", description = "The sweep's folder.")
  private Path folder;

  @Option(
      names = "--by",
      paramLabel = "EXPRESSION",
      description = "Expression to minimise (default: the file's objectives, or seconds).")
  private String by;

  @Option(
      names = "--pareto",
      paramLabel = "EXPRESSION,…",
      hideParamSyntax = true,
      description = "Show the Pareto front of these; 'max:' maximises one.")
  private String pareto;

  @ArgGroup private Direction direction = new Direction();

  private static final class Direction {
    @Option(names = "--minimise", description = "Smaller is better (default).")
    private boolean minimise;

    @Option(names = "--maximise", description = "Larger is better.")
    private boolean maximise;
  }

  @Option(
      names = "--per",
      paramLabel = "NAME,…",
      hideParamSyntax = true,
      split = ",",
      description = "Best points per value of these; 'all' for overall best.")
  private List<String> per; // null if not given

  @Option(
      names = "--where",
      paramLabel = "EXPRESSION",
      description = "Only points for which this holds.")
  private String where;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "How many of each (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private int top;

  @Mixin private FormatOption format;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    query(Goals.NONE); // rejects invalid options before the folder is read
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    try (OpenSweep sweep = new OpenSweep(folder, err)) {
      BestQuery asked = query(sweep.plan.file().goals());
      BestQuery query =
          per == null ? asked.per(ProblemSizes.groups(sweep.plan, asked.names())) : asked;
      SweepRows rows = SweepRows.read(sweep.store, sweep.plan, query.names());
      BestPoints best = BestPoints.of(rows, query);
      BestAnswer answer = new BestAnswer(best, OpenSweep.here());
      out.print(
          switch (format.format) {
            case JSON -> BestAnswer.ANSWER.json(Version.text(), answer);
            case CSV -> answer.csv();
            case TABLE -> new BestTable(answer, rows.size()).render(Terminal.screen());
          });
      out.flush();
      if (best.groups().isEmpty()) {
        err.println("lockstep: no point has a correct result and meets the conditions");
        return ExitCode.FAILED;
      }
      return ExitCode.DONE;
    }
  }

  /**
   * Returns the query given by options, otherwise by the sweep file's objectives, or by time. The
   * file's constraints hold beside the option's condition.
   */
  private BestQuery query(Goals ofFile) {
    if (by != null && pareto != null) {
      throw new UsageException("--by and --pareto cannot be combined");
    }
    if (top < 1 || top > 1 && pareto != null) {
      throw new UsageException(
          top < 1 ? "--top: expected 1 or more, found " + top : "--top: not with --pareto");
    }
    boolean typed =
        by != null || direction.minimise || direction.maximise || ofFile.objectives().isEmpty();
    List<Objective> objectives =
        pareto != null
            ? Objectives.of("--pareto", pareto, !direction.maximise)
            : typed
                ? List.of(
                    new Objective(
                        !direction.maximise, Expression.of("--by", by == null ? "seconds" : by)))
                : ofFile.objectives();
    if (pareto == null && objectives.size() > 1 && top > 1) {
      throw new UsageException(
          "--top is not for the several objectives of the file; name one, --by");
    }
    if (pareto != null && objectives.size() < 2) {
      throw new UsageException(
          "--pareto: expected two expressions or more, found '" + pareto + "'");
    }
    List<String> groups = per == null || per.equals(List.of(ALL)) ? List.of() : per;
    if (groups.stream().anyMatch(String::isBlank)) {
      throw new UsageException("--per: expected names, found '" + String.join(",", per) + "'");
    }
    return new BestQuery(
        objectives,
        groups.stream().map(String::strip).toList(),
        ofFile.condition(Optional.ofNullable(where).map(w -> Expression.of("--where", w))),
        top);
  }
}
