// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.explain.sensitivity.FigureEffect;
import io.lockstep.explain.sensitivity.FigureStep;
import io.lockstep.explain.sensitivity.Sensitivity;
import io.lockstep.explain.trial.LogTimes;
import io.lockstep.spi.spec.Dimension;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Formats the sensitivity of the time to figures, the largest elasticity first. Immutable. */
public final class SensitivityTable {
  private static final double SHORTEST_SCALE = 0.1;

  private final Sensitivity found;

  public SensitivityTable(Sensitivity found) {
    this.found = found;
  }

  public String render(Screen screen) {
    StringBuilder text = new StringBuilder();
    line(text, screen, head());
    if (!found.elastic().isEmpty()) {
      text.append('\n').append(elastic(screen));
    }
    if (!found.structural().isEmpty()) {
      text.append('\n').append(structural(screen));
    }
    text.append('\n');
    names(text, screen, "no effect seen", found.unseen());
    names(text, screen, "no other legal value near", found.stuck());
    found.notes().forEach(note -> line(text, screen, note));
    return text.toString();
  }

  private static void line(StringBuilder text, Screen screen, String line) {
    text.append(screen.wrapped(line, "  ")).append('\n');
  }

  private static void names(
      StringBuilder text, Screen screen, String what, List<FigureEffect> figures) {
    if (!figures.isEmpty()) {
      line(
          text,
          screen,
          what
              + " ("
              + figures.size()
              + "): "
              + figures.stream().map(FigureEffect::figure).collect(Collectors.joining(", ")));
    }
  }

  private String head() {
    StringBuilder head = new StringBuilder(found.workload());
    found.parameters().forEach((k, v) -> head.append(' ').append(k).append('=').append(v));
    head.append(" on ").append(found.device()).append(": ");
    head.append(FigureText.micros(Math.round(LogTimes.typical(found.picos())))).append(" µs");
    head.append(found.kernels() ? ", the kernels' own time" : "");
    return head.append("; elasticity: per cent of time by per cent of the parameter").toString();
  }

  private String elastic(Screen screen) {
    double scale =
        found.elastic().stream().mapToDouble(f -> Math.abs(f.elasticity())).max().orElse(0);
    Table table =
        new Table(
                List.of(
                    "parameter", ">value", ">elasticity", ">2 s.e.", "shorter < > longer", "steps"))
            .dropping("--format csv shows all", List.of("steps", "2 s.e.", "value"));
    for (FigureEffect figure : found.elastic()) {
      table.row(
          Table.Emphasis.NONE,
          List.of(
              figure.figure(),
              Dimension.readable(figure.value()),
              String.format(Locale.ROOT, "%+.3f", figure.elasticity()),
              Double.isNaN(figure.error())
                  ? "?"
                  : String.format(Locale.ROOT, "%.3f", figure.error()),
              ExplanationTable.bar(figure.elasticity(), Math.max(scale, SHORTEST_SCALE)),
              steps(figure)));
    }
    return table.render(screen);
  }

  private static String steps(FigureEffect figure) {
    return figure.steps().stream()
        .map(s -> Dimension.readable(s.value()) + " " + factor(s))
        .collect(Collectors.joining(", "));
  }

  private static String factor(FigureStep step) {
    return String.format(Locale.ROOT, "%.3f", step.factor());
  }

  private String structural(Screen screen) {
    Table table =
        new Table(List.of("structural parameter", "value", "instead", ">factor", ">2 s.e."))
            .dropping("--format csv shows all", List.of("2 s.e.", "value"));
    for (FigureEffect figure : found.structural()) {
      for (FigureStep step : figure.steps()) {
        table.row(
            Table.Emphasis.NONE,
            List.of(
                figure.figure(),
                Dimension.readable(figure.value()),
                Dimension.readable(step.value()),
                factor(step),
                Double.isNaN(step.error())
                    ? "?"
                    : String.format(Locale.ROOT, "%.1f %%", 100 * step.error())));
      }
    }
    return table.render(screen);
  }
}
