// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.explain.calibration.Calibration;
import io.lockstep.explain.calibration.FittedParameter;
import io.lockstep.explain.calibration.LeftOutGroup;
import io.lockstep.explain.experiment.Decimals;

/** Formats fitted parameters and the errors by group. Immutable. */
public record CalibrationTable(Calibration found) {
  public String render(Screen screen) {
    ScreenText text = new ScreenText(screen);
    text.line(
        "%s rows on %s: %s off before, %s after the fit, root mean square of logarithms"
            .formatted(
                found.errors().rows(),
                found.device(),
                Decimals.percent(found.errors().before(), 2),
                Decimals.percent(found.errors().after(), 2)));
    text.table(
        Table.of(
            FittedParameter.ANSWER,
            found.parameters(),
            p -> p.found().isIdentifiable() ? Table.Emphasis.NONE : Table.Emphasis.DIM));
    text.blank();
    if (!found.groups().isEmpty()) {
      text.line("Errors by group; left out: of a fit to the other groups.");
      text.table(Table.of(LeftOutGroup.ANSWER, found.groups()));
      text.blank();
    }
    text.line(found.simulations() + " simulations");
    found.notes().forEach(text::line);
    return text.toString();
  }
}
