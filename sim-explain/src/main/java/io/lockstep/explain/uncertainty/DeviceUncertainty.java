// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import io.lockstep.explain.uncertainty.Draw.Outcome;
import io.lockstep.run.Numbers;
import io.lockstep.run.answer.Answer;
import io.lockstep.run.answer.Fields;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The uncertainty of a device's time due to the ranges of its figures.
 *
 * @param device name of the device as given to {@code --device}
 * @param nominalPicos time of the nominal specification at launch phase 0, picoseconds
 * @param figures number of uncertain figures
 * @param time interval of the time in picoseconds; empty if no draw was simulated
 * @param influences at most three influential figures, the largest correlation first
 */
public record DeviceUncertainty(
    String device,
    long nominalPicos,
    int figures,
    Optional<Interval> time,
    List<FigureInfluence> influences,
    List<Draw> draws) {
  private static final Answer<DeviceUncertainty> PLAIN =
      Answer.<DeviceUncertainty>part()
          .number("nominal_seconds", "At launch phase 0.", d -> Numbers.seconds(d.nominalPicos))
          .integer("figures", "Number of uncertain parameters.", DeviceUncertainty::figures)
          .integer("simulated", "Draws with a time.", d -> d.count(Outcome.SIMULATED))
          .integer("refused", "Draws that cannot run.", d -> d.count(Outcome.REFUSED))
          .integer("failed", "Draws whose simulation failed.", d -> d.count(Outcome.FAILED))
          .number("low_seconds", "5th percentile, or null.", d -> d.seconds(Interval::low))
          .orNull()
          .number("median_seconds", "50th percentile, or null.", d -> d.seconds(Interval::median))
          .orNull()
          .number("high_seconds", "95th percentile, or null.", d -> d.seconds(Interval::high))
          .orNull();

  /** Declares the fields of a device, and the columns of the table of times. */
  public static final Answer<DeviceUncertainty> ANSWER =
      Answer.<DeviceUncertainty>part()
          .text("device", "As named by the user.", DeviceUncertainty::device)
          .include(PLAIN, Function.identity())
          .include(FigureInfluence.CARRIERS, DeviceUncertainty::influences)
          .list("draws", "The draws in their order.", DeviceUncertainty::draws, Draw.ANSWER)
          .column("device", DeviceUncertainty::device)
          .column(">µs", d -> Numbers.micros(d.nominalPicos))
          .column(">low", d -> d.micros(Interval::low))
          .column(">median", d -> d.micros(Interval::median))
          .column(">high", d -> d.micros(Interval::high))
          .column(">parameters", d -> Integer.toString(d.figures))
          .column("carried by", d -> FigureInfluence.words(d.influences))
          .lessImportant("parameters", "median");

  private Optional<Long> picos(ToDoubleFunction<Interval> which) {
    return time.map(t -> Math.round(which.applyAsDouble(t)));
  }

  private BigDecimal seconds(ToDoubleFunction<Interval> which) {
    return picos(which).map(Numbers::seconds).orElse(null);
  }

  private String micros(ToDoubleFunction<Interval> which) {
    return picos(which).map(Numbers::micros).orElse("");
  }

  /** Writes the fields of the device's row in a table of results. */
  void writeRow(Fields to) {
    PLAIN.write(this, to);
    to.text("carriers", FigureInfluence.words(influences));
  }

  public DeviceUncertainty {
    influences = List.copyOf(influences);
    draws = List.copyOf(draws);
  }

  public long count(Outcome outcome) {
    return draws.stream().filter(draw -> draw.outcome() == outcome).count();
  }
}
