// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.explain.experiment.Decimals;
import io.lockstep.explain.experiment.LogTimes;
import io.lockstep.explain.sensitivity.FigureEffect;
import io.lockstep.explain.sensitivity.Sensitivity;
import io.lockstep.spi.spec.Dimension;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Formats the sensitivity of the time to figures, the largest elasticity first. Immutable. */
public record SensitivityTable(Sensitivity found) {
  private static final double SHORTEST_SCALE = 0.1;

  public String render(Screen screen) {
    ScreenText text = new ScreenText(screen);
    text.line(head());
    if (!found.elastic().isEmpty()) {
      text.table(elastic());
    }
    if (!found.structural().isEmpty()) {
      text.table(Table.of(FigureEffect.Line.ANSWER, FigureEffect.Line.of(found.structural())));
    }
    text.blank();
    names(text, "no effect seen", found.unseen());
    names(text, "no other legal value near", found.stuck());
    found.notes().forEach(text::line);
    return text.toString();
  }

  private static void names(ScreenText text, String what, List<FigureEffect> figures) {
    if (!figures.isEmpty()) {
      text.line(
          what
              + " ("
              + figures.size()
              + "): "
              + figures.stream().map(FigureEffect::figure).collect(Collectors.joining(", ")));
    }
  }

  private String head() {
    StringBuilder head = FigureText.head(found.workload(), found.parameters(), found.device());
    head.append(FigureText.micros(Math.round(LogTimes.typical(found.picos())))).append(" µs");
    head.append(found.kernels() ? ", the kernels' own time" : "");
    return head.append("; elasticity: per cent of time by per cent of the parameter").toString();
  }

  private Table elastic() {
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
              Double.isNaN(figure.error()) ? "?" : Decimals.factor(figure.error()),
              ExplanationTable.bar(figure.elasticity(), Math.max(scale, SHORTEST_SCALE)),
              steps(figure)));
    }
    return table;
  }

  private static String steps(FigureEffect figure) {
    return figure.steps().stream()
        .map(s -> Dimension.readable(s.value()) + " " + Decimals.factor(s.factor()))
        .collect(Collectors.joining(", "));
  }
}
