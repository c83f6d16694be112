// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.sweep;

import io.lockstep.report.page.LogAxis;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * An axis of a plot: logarithmic if its values are positive and span at least a factor of four,
 * otherwise linear.
 */
final class PlotScale {
  private static final double FAR = 4;
  private static final double MARGIN = 0.04;
  private static final int MOST_TICKS = 6;

  private final LogAxis logarithmic; // null if linear
  private final double low;
  private final double high;

  PlotScale(Collection<Double> values) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (double v : values) {
      least = Math.min(least, v);
      most = Math.max(most, v);
    }
    logarithmic = least > 0 && most / least >= FAR ? new LogAxis(least, most) : null;
    double wide = most > least ? most - least : Math.max(1e-9, Math.abs(most) / 10);
    low = least - wide * MARGIN;
    high = most + wide * MARGIN;
  }

  /** Returns the position of a value, from 0 to 1. */
  double at(double value) {
    return logarithmic != null ? logarithmic.at(value) : (value - low) / (high - low);
  }

  /** Returns ticks at round numbers. */
  List<LogAxis.Tick> ticks() {
    if (logarithmic != null) {
      return logarithmic.ticks();
    }
    BigDecimal step = step((high - low) / MOST_TICKS);
    List<LogAxis.Tick> ticks = new ArrayList<>();
    BigDecimal at = new BigDecimal(low).divide(step, 0, RoundingMode.CEILING).multiply(step);
    for (; at.doubleValue() <= high; at = at.add(step)) {
      double value = at.doubleValue();
      ticks.add(new LogAxis.Tick(at(value), value, ShortNumber.of(value)));
    }
    return ticks;
  }

  /** Returns the smallest of 1, 2 or 5 times a power of ten that is at least a length. */
  private static BigDecimal step(double least) {
    BigDecimal exact = new BigDecimal(least).round(new MathContext(1, RoundingMode.DOWN));
    BigDecimal power = BigDecimal.ONE.scaleByPowerOfTen(exact.precision() - exact.scale() - 1);
    for (int digit : new int[] {1, 2, 5}) {
      BigDecimal step = power.multiply(BigDecimal.valueOf(digit));
      if (step.doubleValue() >= least) {
        return step;
      }
    }
    return power.multiply(BigDecimal.TEN);
  }
}
