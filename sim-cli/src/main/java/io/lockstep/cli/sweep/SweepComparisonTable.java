// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.table.Table;
import io.lockstep.cli.table.TimingChoice;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.run.baseline.StatisticWords;
import io.lockstep.sweep.look.PointChange;
import io.lockstep.sweep.look.PointRow;
import io.lockstep.sweep.look.SweepComparison;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public final class SweepComparisonTable {
  private static final int MOST_ROWS = 200;

  private final SweepComparison compared;
  private final TimingChoice timing;

  SweepComparisonTable(SweepComparison compared, TimingChoice timing) {
    this.compared = compared;
    this.timing = timing;
  }

  String render(Screen screen) {
    StringBuilder out = new StringBuilder();
    for (SweepComparison.Difference d : compared.differences()) {
      out.append(d.name()).append(": ").append(d.was().isEmpty() ? "-" : d.was());
      out.append(" -> ").append(d.now().isEmpty() ? "-" : d.now()).append('\n');
    }
    out.append(out.isEmpty() ? "" : "\n");
    Table table =
        new Table(
                List.of(
                    "workload",
                    "device",
                    "point",
                    ">µs was",
                    ">µs now",
                    ">ratio",
                    "noise",
                    "what has changed"))
            .dropping("--format csv shows all", List.of("µs was", "µs now", "noise", "point"));
    compared.changes().stream()
        .limit(MOST_ROWS)
        .forEach(change -> table.row(Table.Emphasis.NONE, cells(change)));
    if (!compared.changes().isEmpty()) {
      out.append(table.render(screen)).append('\n');
    }
    int more = compared.changes().size() - MOST_ROWS;
    if (more > 0) {
      out.append("and ").append(more).append(" more; --format csv shows all\n");
    }
    return out.append(screen.wrapped(summary(), "  ")).append('\n').toString();
  }

  private String summary() {
    long changed = compared.changes().size();
    String times = timing == TimingChoice.kernels ? ", times being the kernels' own" : "";
    if (changed == 0) {
      return "nothing has changed: all " + compared.same() + " points are the same" + times;
    }
    StringBuilder words = new StringBuilder();
    words.append(compared.same()).append(" of ").append(compared.same() + changed);
    words.append(" points are the same").append(times).append("; ");
    words.append(compared.beyond()).append(" changed");
    if (compared.tolerance() > 0) {
      BigDecimal percent = BigDecimal.valueOf(compared.tolerance()).movePointRight(2);
      words.append(" by more than ").append(percent.stripTrailingZeros().toPlainString());
      words.append('%');
    }
    long noise = compared.changes().stream().filter(c -> isNoise(c, true)).count();
    if (noise > 0) {
      words.append("; ").append(noise).append(" within the noise of launch phases");
    }
    boolean unknown =
        compared.changes().stream()
            .anyMatch(
                c ->
                    c.kind() == PointChange.Kind.TIME
                        && c.times().flatMap(PointChange.Times::noise).isEmpty());
    if (unknown) {
      words.append("; noise is known where sweeps have phases: 2 or more");
    }
    return words.toString();
  }

  private static boolean isNoise(PointChange change, boolean within) {
    return change.times().flatMap(PointChange.Times::noise).filter(n -> n == within).isPresent();
  }

  private static String noise(PointChange change) {
    return isNoise(change, true) ? "within" : isNoise(change, false) ? "beyond" : "";
  }

  private static List<String> cells(PointChange change) {
    List<String> cells = new ArrayList<>(List.of(change.workload(), change.device()));
    cells.add(
        Stream.concat(
                change.parameters().entrySet().stream(), change.settings().entrySet().stream())
            .map(e -> e.getKey() + "=" + e.getValue())
            .collect(Collectors.joining("  ")));
    cells.add(change.times().map(t -> micros(t.was())).orElse(""));
    cells.add(change.times().map(t -> micros(t.now())).orElse(""));
    cells.add(change.times().map(t -> String.format(Locale.ROOT, "%.4f", t.ratio())).orElse(""));
    cells.add(change.kind() == PointChange.Kind.TIME ? noise(change) : "");
    cells.add(what(change));
    return cells;
  }

  private static String micros(BigDecimal picos) {
    BigDecimal micros = picos.movePointLeft(6).setScale(2, RoundingMode.HALF_UP);
    return String.format(Locale.ROOT, "%,.2f", micros);
  }

  private static String what(PointChange change) {
    return switch (change.kind()) {
      case GONE -> "only in the first sweep: " + change.was().map(PointRow::status).orElseThrow();
      case NEW -> "only in the second sweep: " + change.now().map(PointRow::status).orElseThrow();
      case STATUS -> {
        PointRow now = change.now().orElseThrow();
        String message = now.message().isEmpty() ? "" : ": " + now.message();
        yield change.was().orElseThrow().status() + " -> " + now.status() + message;
      }
      case TIME, STATISTICS -> String.join(", ", StatisticWords.parts(change.statistics()));
    };
  }
}
