// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.explain.trial.LogTimes;
import io.lockstep.explain.whatif.Alternative;
import io.lockstep.explain.whatif.Alternatives;
import java.util.List;
import java.util.Locale;

/** Formats single changes of devices as a table with bars, followed by sentences. Immutable. */
public final class AlternativesTable {
  private static final double SHORTEST_SCALE = 0.05;

  private final Alternatives found;

  public AlternativesTable(Alternatives found) {
    this.found = found;
  }

  public String render(Screen screen) {
    StringBuilder text = new StringBuilder();
    for (Alternatives.Base base : found.bases()) {
      line(text, screen, head(base));
    }
    text.append('\n').append(changes(screen)).append('\n');
    for (Alternative change : found.changes()) {
      String device = found.bases().size() > 1 ? change.device() + ", " : "";
      if (!change.sentence().isEmpty()) {
        line(text, screen, "- " + device + change.sentence());
      } else if (!change.problem().isEmpty()) {
        line(text, screen, "- " + device + change.setting() + ": " + change.problem());
      }
    }
    if (found.changes().stream().allMatch(c -> c.sentence().isEmpty() && c.isSimulated())) {
      line(text, screen, "No change is beyond 3 % and its own uncertainty.");
    }
    int phases = found.bases().get(0).picos().size();
    text.append('\n');
    line(
        text,
        screen,
        "one change at a time; "
            + (phases == 1 ? "one launch phase" : "means of " + phases + " launch phases"));
    found.notes().forEach(note -> line(text, screen, note));
    return text.toString();
  }

  private static void line(StringBuilder text, Screen screen, String line) {
    text.append(screen.wrapped(line, "  ")).append('\n');
  }

  private String head(Alternatives.Base base) {
    StringBuilder head = new StringBuilder(found.workload());
    found.parameters().forEach((k, v) -> head.append(' ').append(k).append('=').append(v));
    head.append(" on ").append(base.device()).append(": ");
    head.append(FigureText.micros(Math.round(LogTimes.typical(base.picos())))).append(" µs");
    return head.append(found.kernels() ? ", the kernels' own time" : "").toString();
  }

  private String changes(Screen screen) {
    double scale =
        found.changes().stream()
            .filter(Alternative::isSimulated)
            .mapToDouble(c -> Math.abs(StrictMath.log(c.factor())))
            .max()
            .orElse(0);
    Table table =
        new Table(List.of("device", "change", ">µs", ">factor", ">2 s.e.", "faster < > slower"))
            .dropping("--format csv shows all", List.of("2 s.e.", "µs"));
    for (Alternative change : found.changes()) {
      String device = found.bases().size() > 1 ? change.device() : "";
      if (!change.isSimulated()) {
        table.row(Table.Emphasis.DIM, List.of(device, change.setting(), "", "none", "", ""));
        continue;
      }
      table.row(
          change.sentence().isEmpty() ? Table.Emphasis.DIM : Table.Emphasis.NONE,
          List.of(
              device,
              change.setting(),
              FigureText.micros(Math.round(LogTimes.typical(change.picos()))),
              String.format(Locale.ROOT, "%.3f", change.factor()),
              Double.isNaN(change.error())
                  ? "?"
                  : String.format(Locale.ROOT, "%.1f %%", 100 * change.error()),
              ExplanationTable.bar(
                  StrictMath.log(change.factor()), Math.max(scale, SHORTEST_SCALE))));
    }
    return table.render(screen);
  }
}
