// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.figures;

import io.lockstep.run.answer.Answer;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.Figure;
import io.lockstep.spi.spec.Provenance;
import java.util.Locale;

/**
 * A figure of a device with a range of plausible values.
 *
 * @param device the device, as named in the answer
 * @param figure the figure with its value and provenance
 * @param low smallest legal value of the range, with its unit
 * @param high largest legal value of the range, with its unit
 * @param least {@code low} divided by the value; NaN if the figure is not a number
 * @param most {@code high} divided by the value; NaN if the figure is not a number
 */
public record UncertainFigure(
    String device, Figure figure, String low, String high, double least, double most) {
  /** Declares the fields of an uncertain figure. */
  public static final Answer<UncertainFigure> ANSWER =
      Answer.<UncertainFigure>part()
          .text("device", "Device of the parameter.", UncertainFigure::device)
          .text("name", "The parameter.", UncertainFigure::path)
          .text("value", "Its value, with the unit.", f -> f.figure.text())
          .word("provenance", "Where the value is from.", Provenance.class, f -> f.figure.from())
          .text("low", "Smallest plausible value.", UncertainFigure::low)
          .text("high", "Largest plausible value.", UncertainFigure::high);

  static UncertainFigure of(String device, Figure figure, FigureRange range) {
    double value = range.isNumber() ? figure.value() : Double.NaN;
    return new UncertainFigure(
        device,
        figure,
        range.text(range.bounds().low()),
        range.text(range.bounds().high()),
        range.bounds().low() / value,
        range.bounds().high() / value);
  }

  /** Returns the name of the figure. */
  public String path() {
    return figure.path();
  }

  /** Whether the range moves a quantity proportional to the figure by more than a fraction. */
  public boolean moves(double fraction) {
    return most > 1 + fraction || least < 1 / (1 + fraction);
  }

  /** Returns name, value, provenance and range for readers, without the device. */
  public String words() {
    return "%s %s, %s, %s to %s"
        .formatted(
            path(),
            figure.readable(),
            figure.from().name().toLowerCase(Locale.ROOT),
            readable(low),
            readable(high));
  }

  private String readable(String value) {
    return figure.dimension().isNumber() ? Dimension.readable(value) : value;
  }
}
