// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.explain.calibration.CalibrationCandidate;
import io.lockstep.explain.calibration.Diagnosis;
import io.lockstep.explain.calibration.Residual;
import io.lockstep.explain.experiment.Decimals;
import io.lockstep.spi.spec.Dimension;
import java.util.Comparator;
import java.util.List;

/** Formats the calibration candidates of a device and the rows of the suite. Immutable. */
public record DiagnosisTable(Diagnosis found) {
  private static final int MOST_CANDIDATES = 12;
  private static final int MOST_ROWS = 12;
  private static final double ENOUGH = 0.5;

  public String render(Screen screen) {
    ScreenText text = new ScreenText(screen);
    text.line(
        found.rows().size()
            + " rows on "
            + found.device()
            + ": "
            + Decimals.percent(found.error(), 2)
            + " off, root mean square of logarithms");
    if (found.isMet()) {
      text.line("Nothing has to be explained: all rows are what is expected.");
    } else if (found.candidates().isEmpty()) {
      text.line("No parameter has an effect on any row.");
    } else {
      text.table(candidates());
      text.blank();
      text.line(verdict());
      text.table(rows());
      text.blank();
    }
    text.line(
        found.simulations()
            + " simulations; without effect on any row: "
            + found.unseen().size()
            + " parameters; without another legal value near: "
            + found.stuck().size());
    found.notes().forEach(text::line);
    return text.toString();
  }

  private Table candidates() {
    return Table.of(
        CalibrationCandidate.ANSWER,
        found.candidates().stream().limit(MOST_CANDIDATES).toList(),
        s -> s.explained() >= ENOUGH ? Table.Emphasis.NONE : Table.Emphasis.DIM);
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
        + Decimals.percent(first.remaining(), 2)
        + alike
        + ".";
  }

  private Table rows() {
    List<Residual> worst =
        found.rows().stream()
            .sorted(
                Comparator.comparingDouble((Residual r) -> -Math.abs(r.error()))
                    .thenComparing(Residual::id))
            .limit(MOST_ROWS)
            .toList();
    return Table.of(Residual.ANSWER, worst);
  }
}
