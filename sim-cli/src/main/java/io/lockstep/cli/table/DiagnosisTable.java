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
        "%s rows on %s: %s off, root mean square of logarithms"
            .formatted(found.rows().size(), found.device(), Decimals.percent(found.error(), 2)));
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
        ("%s simulations; without effect on any row: %s parameters; without another legal"
                + " value near: %s")
            .formatted(found.simulations(), found.unseen().size(), found.stuck().size()));
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
    return "%s of %s instead of %s leaves %s%s."
        .formatted(
            first.figure(),
            Dimension.readable(first.implied()),
            Dimension.readable(first.value()),
            Decimals.percent(first.remaining(), 2),
            alike);
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
