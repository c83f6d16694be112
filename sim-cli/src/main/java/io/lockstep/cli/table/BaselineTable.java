// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.run.RunResult;
import io.lockstep.run.baseline.Baseline;
import io.lockstep.run.baseline.BaselineChange;
import io.lockstep.run.baseline.BaselineRow;
import io.lockstep.run.baseline.StatisticWords;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

public final class BaselineTable {
  private final Baseline.Comparison compared;
  private final TimingChoice timing;

  public BaselineTable(Baseline.Comparison compared, TimingChoice timing) {
    this.compared = compared;
    this.timing = timing;
  }

  public String render(Screen screen) {
    Baseline baseline = compared.baseline();
    StringBuilder out = new StringBuilder("\n");
    String of = baseline.version().isEmpty() ? "" : " (lockstep " + baseline.version() + ")";
    String times = timing == TimingChoice.kernels ? ", the kernels' own time" : "";
    out.append(screen.wrapped("against " + baseline.file() + of + times, "  ")).append("\n\n");
    boolean points =
        compared.changes().stream().map(c -> FigureText.point(c.now())).distinct().count() > 1;
    Table table =
        new Table(List.of("device", "point", ">µs was", ">µs now", ">ratio", "what has changed"))
            .dropping("--format csv shows all", List.of("µs was", "µs now", "point"));
    int same = 0;
    for (BaselineChange change : compared.changes()) {
      if (change.kind() == BaselineChange.Kind.SAME) {
        same++;
        continue;
      }
      RunResult now = change.now();
      table.row(
          Table.Emphasis.NONE,
          List.of(
              now.device(),
              points ? FigureText.point(now) : "",
              change.was().flatMap(this::seconds).map(BaselineTable::micros).orElse(""),
              now.isSimulated() ? FigureText.micros(timing.picos(now)) : "",
              ratio(change).map(BigDecimal::toPlainString).orElse(""),
              what(change)));
    }
    if (same < compared.changes().size()) {
      out.append(table.render(screen)).append('\n');
    }
    if (same > 0) {
      out.append(same == compared.changes().size() ? "nothing has changed: all " : "");
      out.append(same).append(same == 1 ? " result is" : " results are").append(" the same\n");
    }
    StringBuilder missing = new StringBuilder();
    if (!compared.added().isEmpty()) {
      String names = String.join(", ", compared.added());
      missing.append("statistics that the baseline does not have: ").append(names).append('\n');
    }
    for (BaselineRow row : compared.missing()) {
      missing.append("missing: ").append(row.device()).append(" of ").append(row.point());
      missing.append(" (").append(row.status()).append(" then)\n");
    }
    return out.append(screen.wrapped(missing.toString(), "  ")).toString();
  }

  private Optional<BigDecimal> seconds(BaselineRow row) {
    return timing == TimingChoice.kernels ? row.kernelSeconds() : row.seconds();
  }

  private Optional<BigDecimal> ratio(BaselineChange change) {
    return timing == TimingChoice.kernels ? change.kernelRatio() : change.timeRatio();
  }

  private static String micros(BigDecimal seconds) {
    return String.format(
        Locale.ROOT, "%,.2f", seconds.movePointRight(6).setScale(2, RoundingMode.HALF_UP));
  }

  private static String what(BaselineChange change) {
    if (change.kind() == BaselineChange.Kind.NEW) {
      return "new: the baseline does not have it";
    }
    List<String> parts = new ArrayList<>(change.reasons());
    parts.addAll(StatisticWords.parts(change.statistics()));
    return String.join(", ", parts);
  }
}
