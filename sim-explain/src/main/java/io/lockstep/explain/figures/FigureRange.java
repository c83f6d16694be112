// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.figures;

import io.lockstep.io.Bounds;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.Figure;
import io.lockstep.spi.spec.SpecSchema;
import java.util.List;
import java.util.Optional;

/**
 * The distribution of a figure over its range: log-uniform for quantities, but uniform for ratios
 * and for ranges that start at zero. Powers of two and names are equally probable.
 */
final class FigureRange {
  private final Figure figure;
  private final Bounds bounds;
  private final List<String> names; // by value; empty for numbers
  private final boolean logarithmic;

  private FigureRange(Figure figure, Bounds bounds, List<String> names) {
    this.figure = figure;
    this.bounds = bounds;
    this.names = names;
    logarithmic = names.isEmpty() && bounds.low() > 0 && figure.dimension() != Dimension.RATIO;
  }

  /**
   * Returns the range of a figure whose value is uncertain; empty if an override fixes the value.
   */
  static Optional<FigureRange> of(DeviceSpec spec, Figure figure) {
    if (figure.low().isEmpty() || figure.low().equals(figure.high())) {
      return Optional.empty();
    }
    SpecSchema.Key key = spec.schema().key(figure.path());
    if (isText(figure)) {
      return Optional.of(
          new FigureRange(figure, Bounds.of(0, 1), List.of(figure.low(), figure.high())));
    }
    List<String> names =
        switch (figure.dimension()) {
          case FLAG -> List.of("false", "true");
          case CHOICE -> key.choices();
          default -> List.of();
        };
    Bounds legal = key.legal().bounds();
    long low = legal.nearest(value(figure, names, figure.low()));
    long high = legal.nearest(value(figure, names, figure.high()));
    return low == high
        ? Optional.empty()
        : Optional.of(new FigureRange(figure, new Bounds(low, high, key.powerOfTwo()), names));
  }

  /** Whether only the ends of its range are values, as they are written. */
  private static boolean isText(Figure figure) {
    return figure.dimension() == Dimension.POLICY || figure.dimension() == Dimension.SIZES;
  }

  private static long value(Figure figure, List<String> names, String text) {
    return names.isEmpty() ? figure.dimension().parse(text) : names.indexOf(text);
  }

  String path() {
    return figure.path();
  }

  Bounds bounds() {
    return bounds;
  }

  /** Whether values are numbers, not names. */
  boolean isNumber() {
    return names.isEmpty();
  }

  /** Returns the value at a quantile, from 0 to 1. */
  long at(double share) {
    long low = bounds.low();
    long high = bounds.high();
    if (bounds.powerOfTwo()) {
      int powers = Long.numberOfTrailingZeros(high) - Long.numberOfTrailingZeros(low) + 1;
      return low << Math.min(powers - 1, (int) (share * powers));
    }
    if (!names.isEmpty()) {
      return Math.min(high, low + (long) (share * (high - low + 1)));
    }
    double value =
        logarithmic
            ? low * StrictMath.exp(share * StrictMath.log((double) high / low))
            : low + share * ((double) high - low);
    return bounds.nearest(Math.round(value));
  }

  /** Returns the quantile of a value. */
  double share(long value) {
    double low = bounds.low();
    double high = bounds.high();
    return logarithmic
        ? StrictMath.log(value / low) / StrictMath.log(high / low)
        : (value - low) / (high - low);
  }

  String text(long value) {
    return names.isEmpty() ? figure.written(value) : names.get((int) value);
  }

  /** Whether a value is the device's own. */
  boolean isNominal(long value) {
    return isText(figure) ? text(value).equals(figure.text()) : value == figure.value();
  }

  /** Returns the intersection with another range; empty if it has fewer than two values. */
  Optional<FigureRange> within(FigureRange other) {
    long low = Math.max(bounds.low(), other.bounds.low());
    long high = Math.min(bounds.high(), other.bounds.high());
    boolean powers = bounds.powerOfTwo() || other.bounds.powerOfTwo();
    return low < high
        ? Optional.of(new FigureRange(figure, new Bounds(low, high, powers), names))
        : Optional.empty();
  }
}
