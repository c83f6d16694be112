// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.explain.uncertainty.DeviceUncertainty;
import io.lockstep.explain.uncertainty.FigureInfluence;
import io.lockstep.explain.uncertainty.Interval;
import io.lockstep.explain.uncertainty.RatioUncertainty;
import io.lockstep.explain.uncertainty.Uncertainty;
import io.lockstep.explain.uncertainty.UncertaintyFields;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Formats the intervals of times and of ratios. Immutable. */
public final class UncertaintyTable {
  private static final String ELSEWHERE = "--format csv shows all";

  private final Uncertainty uncertainty;

  public UncertaintyTable(Uncertainty uncertainty) {
    this.uncertainty = uncertainty;
  }

  /** Renders the text that follows the table of results; empty if no device was simulated. */
  public String render(Screen screen) {
    if (uncertainty.devices().isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder("\n");
    line(text, screen, head());
    text.append('\n').append(times().render(screen));
    if (!uncertainty.ratios().isEmpty()) {
      text.append('\n').append(ratios().render(screen));
    }
    text.append('\n');
    line(
        text,
        screen,
        "carried by: rank correlation with the parameters' values, + where larger ones take longer;"
            + " those that chance does not explain");
    uncertainty.notes().forEach(note -> line(text, screen, note));
    return text.toString();
  }

  private static void line(StringBuilder text, Screen screen, String line) {
    text.append(screen.wrapped(line, "  ")).append('\n');
  }

  private String head() {
    return uncertainty.samples()
        + " samples of the parameters' ranges, seed "
        + uncertainty.seed()
        + (uncertainty.kernels() ? ", the kernels' own time" : "")
        + ": nine of ten lie between low and high";
  }

  private Table times() {
    Table table =
        new Table(List.of("device", ">µs", ">low", ">median", ">high", ">parameters", "carried by"))
            .dropping(ELSEWHERE, List.of("parameters", "median"));
    for (DeviceUncertainty device : uncertainty.devices()) {
      table.row(
          Table.Emphasis.NONE,
          List.of(
              device.device(),
              FigureText.micros(device.nominalPicos()),
              micros(device, Interval::low),
              micros(device, Interval::median),
              micros(device, Interval::high),
              Integer.toString(device.figures()),
              influences(device.influences())));
    }
    return table;
  }

  private static String micros(DeviceUncertainty device, ToDoubleFunction<Interval> which) {
    return device
        .time()
        .map(time -> FigureText.micros(Math.round(which.applyAsDouble(time))))
        .orElse("");
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
            .dropping(ELSEWHERE, List.of("median"));
    for (RatioUncertainty ratio : uncertainty.ratios()) {
      table.row(
          Table.Emphasis.NONE,
          List.of(
              ratio.device(),
              number(ratio.nominal()),
              number(ratio.interval().low()),
              number(ratio.interval().median()),
              number(ratio.interval().high()),
              ratio.faster() + " of " + ratio.samples(),
              influences(ratio.influences())));
    }
    return table;
  }

  private static String influences(List<FigureInfluence> influences) {
    return UncertaintyFields.words(influences);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
