// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import io.lockstep.explain.uncertainty.Draw.Outcome;
import io.lockstep.run.Numbers;
import io.lockstep.run.format.Fields;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Writes intervals as JSON fields. Later versions only add fields. */
public final class UncertaintyFields {
  private static final int DIGITS = 9;

  private UncertaintyFields() {}

  public static void of(Uncertainty u, Fields to) {
    to.text("timing", u.kernels() ? "kernels" : "workload");
    to.number("samples", u.samples());
    to.number("seed", u.seed());
    to.list(
        "coordinates",
        u.coordinates(),
        (coordinate, one) -> {
          one.text("name", coordinate.name());
          one.texts("devices", coordinate.devices());
        });
    to.list("devices", u.devices(), UncertaintyFields::device);
    to.list("ratios", u.ratios(), UncertaintyFields::ratio);
    to.texts("notes", u.notes());
  }

  /** Writes the fields of a device's row; none if the device was not simulated. */
  public static void row(Uncertainty u, String name, Fields to) {
    u.device(name)
        .ifPresent(
            device -> {
              plain(device, to);
              to.text("carriers", words(device.influences()));
            });
    u.ratios().stream()
        .filter(ratio -> ratio.device().equals(name))
        .findFirst()
        .ifPresent(
            ratio ->
                to.group(
                    "ratio",
                    of -> {
                      plain(ratio, of);
                      of.text("carriers", words(ratio.influences()));
                    }));
  }

  /** {@return the significant influences as text, with their correlations} */
  public static String words(List<FigureInfluence> influences) {
    return influences.stream()
        .filter(FigureInfluence::beyondChance)
        .map(c -> c.name() + String.format(Locale.ROOT, " %+.2f", c.correlation()))
        .collect(Collectors.joining(", "));
  }

  private static void device(DeviceUncertainty device, Fields to) {
    to.text("device", device.device());
    plain(device, to);
    to.list("carriers", device.influences(), UncertaintyFields::influence);
    to.list("draws", device.draws(), UncertaintyFields::draw);
  }

  private static void plain(DeviceUncertainty device, Fields to) {
    to.number("nominal_seconds", Numbers.seconds(device.nominalPicos()));
    to.number("figures", device.figures());
    to.number("simulated", device.count(Outcome.SIMULATED));
    to.number("refused", device.count(Outcome.REFUSED));
    to.number("failed", device.count(Outcome.FAILED));
    to.number("low_seconds", seconds(device.time(), Interval::low));
    to.number("median_seconds", seconds(device.time(), Interval::median));
    to.number("high_seconds", seconds(device.time(), Interval::high));
  }

  private static BigDecimal seconds(Optional<Interval> time, ToDoubleFunction<Interval> which) {
    return time.map(t -> Numbers.seconds(Math.round(which.applyAsDouble(t)))).orElse(null);
  }

  private static void ratio(RatioUncertainty ratio, Fields to) {
    plain(ratio, to);
    to.text("device", ratio.device());
    to.list("carriers", ratio.influences(), UncertaintyFields::influence);
  }

  private static void plain(RatioUncertainty ratio, Fields to) {
    to.text("base", ratio.base());
    to.number("nominal", number(ratio.nominal()));
    to.number("low", number(ratio.interval().low()));
    to.number("median", number(ratio.interval().median()));
    to.number("high", number(ratio.interval().high()));
    to.number("samples", ratio.samples());
    to.number("faster", ratio.faster());
  }

  private static void influence(FigureInfluence influence, Fields to) {
    to.text("name", influence.name());
    to.number("correlation", number(influence.correlation()));
    to.flag("beyond_chance", influence.beyondChance());
  }

  private static void draw(Draw draw, Fields to) {
    to.group("set", set -> draw.set().forEach(set::text));
    to.number("phase", draw.phase());
    to.word("outcome", draw.outcome());
    to.text("message", draw.message());
    to.number("picoseconds", draw.isSimulated() ? BigDecimal.valueOf(draw.picos()) : null);
  }

  private static BigDecimal number(double value) {
    return new BigDecimal(value).setScale(DIGITS, RoundingMode.HALF_UP);
  }
}
