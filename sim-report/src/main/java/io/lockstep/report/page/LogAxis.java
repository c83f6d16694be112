// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/** A logarithmic axis that maps a range of values to 0 to 1, with margins. Immutable. */
public final class LogAxis {
  private static final double MARGIN = 0.04;
  private static final double LEAST_DECADES = 0.25;
  private static final double FEW_DECADES = 2.5;
  private static final double ONE_DECADE = 0.8;
  private static final int MOST_TICKS = 9;

  private final double low; // decimal logarithms of the ends
  private final double high;

  /**
   * @param least smallest value, above 0
   * @param most largest value
   */
  public LogAxis(double least, double most) {
    double from = StrictMath.log10(least);
    double to = StrictMath.log10(most);
    double wide = Math.max(to - from, LEAST_DECADES);
    double middle = (from + to) / 2;
    low = middle - wide * (0.5 + MARGIN);
    high = middle + wide * (0.5 + MARGIN);
  }

  /**
   * Returns the position of a value; below 0 or above 1 if the value is outside the axis.
   *
   * @param value value above 0
   */
  public double at(double value) {
    return (StrictMath.log10(value) - low) / (high - low);
  }

  /**
   * A tick of the axis.
   *
   * @param at position from 0 to 1
   * @param value value in the unit of the axis
   */
  public record Tick(double at, double value, String label) {}

  /** Returns ticks at powers of ten and, on short axes, at further digits. */
  public List<Tick> ticks() {
    double decades = high - low;
    int[] digits = {1};
    if (decades < ONE_DECADE) {
      digits = new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9};
    } else if (decades < FEW_DECADES) {
      digits = new int[] {1, 2, 5};
    }
    int step = Math.max(1, (int) Math.ceil(decades / MOST_TICKS));
    List<Tick> ticks = new ArrayList<>();
    for (int power = (int) Math.floor(low); power <= high; power++) {
      for (int digit : digits) {
        double value = new BigDecimal(digit).scaleByPowerOfTen(power).doubleValue();
        double at = at(value);
        if (Math.floorMod(power, step) == 0 && at >= 0 && at <= 1) {
          ticks.add(new Tick(at, value, label(value, power)));
        }
      }
    }
    return ticks;
  }

  private static String label(double value, int power) {
    return power >= -3 && power <= 5
        ? plain(value)
        : (Math.round(value / StrictMath.pow(10, power)) + "e" + power);
  }

  private static String plain(double value) {
    return value >= 1000
        ? Lengths.fixed(value, 0)
        : new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString();
  }
}
