// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.explain.calibration.CalibrationCandidate;
import io.lockstep.explain.calibration.Diagnosis;
import io.lockstep.explain.calibration.Residual;
import io.lockstep.explain.trial.Decimals;
import io.lockstep.spi.spec.Dimension;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Formats the calibration candidates of a device and the rows of the suite. Immutable. */
public final class DiagnosisTable {
  private static final int MOST_CANDIDATES = 12;
  private static final int MOST_ROWS = 12;
  private static final double ENOUGH = 0.5;

  private final Diagnosis found;

  public DiagnosisTable(Diagnosis found) {
    this.found = found;
  }

  public String render(Screen screen) {
    StringBuilder text = new StringBuilder();
    line(
        text,
        screen,
        found.rows().size()
            + " rows on "
            + found.device()
            + ": "
            + percent(found.error())
            + " off, root mean square of logarithms");
    if (found.isMet()) {
      line(text, screen, "Nothing has to be explained: all rows are what is expected.");
    } else if (found.candidates().isEmpty()) {
      line(text, screen, "No parameter has an effect on any row.");
    } else {
      text.append('\n').append(candidates(screen)).append('\n');
      line(text, screen, verdict());
      text.append('\n').append(rows(screen)).append('\n');
    }
    line(
        text,
        screen,
        found.simulations()
            + " simulations; without effect on any row: "
            + found.unseen().size()
            + " parameters; without another legal value near: "
            + found.stuck().size());
    found.notes().forEach(note -> line(text, screen, note));
    return text.toString();
  }

  private static void line(StringBuilder text, Screen screen, String line) {
    text.append(screen.wrapped(line, "  ")).append('\n');
  }

  private String candidates(Screen screen) {
    Table table =
        new Table(
                List.of(">rank", "parameter", ">value", ">implied", ">explains", ">left", "alike"))
            .dropping("--format csv shows all", List.of("alike", "value"));
    for (CalibrationCandidate s : found.candidates().stream().limit(MOST_CANDIDATES).toList()) {
      table.row(
          s.explained() >= ENOUGH ? Table.Emphasis.NONE : Table.Emphasis.DIM,
          List.of(
              String.valueOf(s.rank()),
              s.figure(),
              Dimension.readable(s.value()),
              (s.simulated() ? "" : "about ") + Dimension.readable(s.implied()),
              String.format(Locale.ROOT, "%.1f %%", 100 * s.explained()),
              percent(s.remaining()),
              String.join(", ", s.alike())));
    }
    return table.render(screen);
  }

  private String verdict() {
    CalibrationCandidate first = found.candidates().get(0);
    if (first.explained() < ENOUGH) {
      return "No single parameter explains half of it.";
    }
    String alike =
        first.alike().isEmpty()
            ? ""
            : "; this suite does not tell it from " + String.join(", ", first.alike());
    return first.figure()
        + " of "
        + Dimension.readable(first.implied())
        + " instead of "
        + Dimension.readable(first.value())
        + " leaves "
        + percent(first.remaining())
        + alike
        + ".";
  }

  private String rows(Screen screen) {
    Table table =
        new Table(List.of("row", ">expected", ">simulated", ">error", ">left with the first"));
    List<Residual> worst =
        found.rows().stream()
            .sorted(
                Comparator.comparingDouble((Residual r) -> -Math.abs(r.error()))
                    .thenComparing(Residual::id))
            .limit(MOST_ROWS)
            .toList();
    for (Residual row : worst) {
      table.row(
          Table.Emphasis.NONE,
          List.of(
              row.id(),
              String.format(Locale.ROOT, "%.5g", row.expected()),
              String.format(Locale.ROOT, "%.5g", row.simulated()),
              signed(row.error()),
              signed(row.left())));
    }
    return table.render(screen);
  }

  /** Formats the deviation of the simulated value from the expected value. */
  private static String signed(double logarithm) {
    return Decimals.change(StrictMath.exp(-logarithm));
  }

  private static String percent(double logarithm) {
    return String.format(Locale.ROOT, "%.2f %%", 100 * logarithm);
  }
}
