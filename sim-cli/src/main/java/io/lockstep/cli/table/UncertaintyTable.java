// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.explain.experiment.Decimals;
import io.lockstep.explain.uncertainty.DeviceUncertainty;
import io.lockstep.explain.uncertainty.FigureInfluence;
import io.lockstep.explain.uncertainty.RatioUncertainty;
import io.lockstep.explain.uncertainty.Uncertainty;
import java.util.List;

/** Formats the intervals of times and of ratios. Immutable. */
public record UncertaintyTable(Uncertainty uncertainty) {
  /** Renders the text that follows the table of results; empty if no device was simulated. */
  public String render(Screen screen) {
    if (uncertainty.devices().isEmpty()) {
      return "";
    }
    ScreenText text = new ScreenText(screen);
    text.blank();
    text.line(head());
    text.table(Table.of(DeviceUncertainty.ANSWER, uncertainty.devices()));
    if (!uncertainty.ratios().isEmpty()) {
      text.table(ratios());
    }
    text.blank();
    text.line(
        "carried by: rank correlation with the parameters' values, + where larger ones take longer;"
            + " those that chance does not explain");
    uncertainty.notes().forEach(text::line);
    return text.toString();
  }

  private String head() {
    return uncertainty.draws()
        + " draws of the parameters' ranges, seed "
        + uncertainty.seed()
        + (uncertainty.kernels() ? ", the kernels' own time" : "")
        + ": nine of ten lie between low and high";
  }

  private Table ratios() {
    Table table =
        new Table(
                List.of(
                    "by " + uncertainty.ratios().get(0).base(),
                    ">ratio",
                    ">low",
                    ">median",
                    ">high",
                    ">faster in",
                    "carried by"))
            .dropping("--format csv shows all", List.of("median"));
    for (RatioUncertainty ratio : uncertainty.ratios()) {
      table.row(
          Table.Emphasis.NONE,
          List.of(
              ratio.device(),
              Decimals.factor(ratio.nominal()),
              Decimals.factor(ratio.interval().low()),
              Decimals.factor(ratio.interval().median()),
              Decimals.factor(ratio.interval().high()),
              ratio.faster() + " of " + ratio.draws(),
              FigureInfluence.words(ratio.influences())));
    }
    return table;
  }
}
