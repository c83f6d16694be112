// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;

/**
 * A published value and the simulated one.
 *
 * @param values the simulated value and those of the null models
 * @param setting what was simulated
 * @param note reason for a missing value, remark of the run, or note of the suite
 */
public record RowResult(
    Key key, Publication publication, RowStatus status, Values values, Setting setting, String note)
    implements PublishedRow {
  private static final MathContext DIGITS = new MathContext(12);

  /**
   * Values to compare with the published one.
   *
   * @param simulated the simulated value, or empty
   * @param interpolated prediction of the interpolation null model, or empty
   * @param roofline prediction of the roofline null model, or empty
   */
  public record Values(
      OptionalDouble simulated, OptionalDouble interpolated, OptionalDouble roofline) {
    /**
     * Rounds values to the twelve printed digits, so that scores can be recomputed from printed
     * values. Values that are not finite become empty.
     */
    public Values {
      simulated = rounded(simulated);
      interpolated = rounded(interpolated);
      roofline = rounded(roofline);
    }
  }

  /**
   * What was simulated for a row.
   *
   * @param chosen parameter values of the fastest variant, for parameters with several candidates
   * @param overrides figures of the device that the row overrides
   * @param size position in a series of sizes, or empty
   */
  public record Setting(
      SortedMap<String, String> chosen, Map<String, String> overrides, Optional<SizePoint> size) {}

  /** Returns the simulated value, or empty. */
  public OptionalDouble value() {
    return values.simulated;
  }

  private static OptionalDouble rounded(OptionalDouble value) {
    return value.isEmpty() || !Double.isFinite(value.getAsDouble())
        ? OptionalDouble.empty()
        : OptionalDouble.of(new BigDecimal(value.getAsDouble()).round(DIGITS).doubleValue());
  }

  /** Returns the published value; empty if an invalid row has none. */
  public OptionalDouble published() {
    return Double.isNaN(expected()) ? OptionalDouble.empty() : OptionalDouble.of(expected());
  }

  /**
   * Returns simulated / published - 1; empty without a simulated value, or if only the published
   * value is 0.
   */
  public OptionalDouble error() {
    if (value().isEmpty()) {
      return value();
    }
    if (expected() == 0) {
      return value().getAsDouble() == 0 ? OptionalDouble.of(0) : OptionalDouble.empty();
    }
    return OptionalDouble.of(value().getAsDouble() / expected() - 1);
  }

  public boolean isWithin() {
    OptionalDouble error = error();
    return error.isPresent() && Math.abs(error.getAsDouble()) <= tolerance() * (1 + 1e-12);
  }

  /**
   * Whether the values differ by at most a given factor in either direction.
   *
   * @param factor at least 1
   */
  public boolean isWithinFactor(double factor) {
    if (value().isEmpty()) {
      return false;
    }
    double v = value().getAsDouble();
    return v <= expected() * factor && v * factor >= expected();
  }

  /** Whether both values are positive, so that logarithms can be compared. */
  public boolean isLogarithmic() {
    return value().isPresent() && hasLogarithm(value().getAsDouble()) && expected() > 0;
  }

  /** Returns ln(simulated / published). */
  double logRatio() {
    return logRatio(value().getAsDouble());
  }

  /** Returns ln(some / published). */
  double logRatio(double some) {
    return StrictMath.log(some / expected());
  }

  static boolean hasLogarithm(double value) {
    return value > 0 && !Double.isInfinite(value);
  }

  /** Returns the ratio of the larger to the smaller value; empty unless {@link #isLogarithmic}. */
  public OptionalDouble factor() {
    if (!isLogarithmic()) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(StrictMath.exp(Math.abs(logRatio())));
  }
}
