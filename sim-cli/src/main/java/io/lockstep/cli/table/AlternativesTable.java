// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.explain.experiment.Decimals;
import io.lockstep.explain.experiment.LogTimes;
import io.lockstep.explain.whatif.Alternative;
import io.lockstep.explain.whatif.Alternatives;
import java.util.List;

/** Formats single changes of devices as a table with bars, followed by sentences. Immutable. */
public record AlternativesTable(Alternatives found) {
  private static final double SHORTEST_SCALE = 0.05;

  public String render(Screen screen) {
    ScreenText text = new ScreenText(screen);
    for (Alternatives.Base base : found.bases()) {
      text.line(head(base));
    }
    text.table(changes());
    text.blank();
    for (Alternative change : found.changes()) {
      String device = found.bases().size() > 1 ? change.device() + ", " : "";
      if (!change.sentence().isEmpty()) {
        text.line("- " + device + change.sentence());
      } else if (!change.problem().isEmpty()) {
        text.line("- " + device + change.setting() + ": " + change.problem());
      }
    }
    if (found.changes().stream().allMatch(c -> c.sentence().isEmpty() && c.isSimulated())) {
      text.line("No change is beyond 3 % and its own uncertainty.");
    }
    int phases = found.bases().get(0).picos().size();
    text.blank();
    text.line(
        "one change at a time; "
            + (phases == 1 ? "one launch phase" : "means of " + phases + " launch phases"));
    found.notes().forEach(text::line);
    return text.toString();
  }

  private String head(Alternatives.Base base) {
    StringBuilder head = FigureText.head(found.workload(), found.parameters(), base.device());
    head.append(FigureText.micros(Math.round(LogTimes.typical(base.picos())))).append(" µs");
    return head.append(found.kernels() ? ", the kernels' own time" : "").toString();
  }

  private Table changes() {
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
              Decimals.factor(change.factor()),
              Decimals.error(change.error()),
              ExplanationTable.bar(
                  StrictMath.log(change.factor()), Math.max(scale, SHORTEST_SCALE))));
    }
    return table;
  }
}
