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
 * @param id name of the row in its suite
 * @param device an id or a specification file
 * @param group group whose score includes the row
 * @param expected the published value; NaN if the row has none
 * @param tolerance maximum deviation of a hit, as a fraction of the published value
 * @param value the simulated value, or empty
 * @param interpolated prediction of the interpolation null model, or empty
 * @param roofline prediction of the roofline null model, or empty
 * @param chosen parameter values of the fastest variant, for parameters with several candidates
 * @param overrides figures of the device that the row overrides
 * @param relativeTo id of the row by which the value is divided, or empty
 * @param size position in a series of sizes, or empty
 * @param note reason for a missing value, remark of the run, or note of the suite
 */
public record RowResult(
    String id,
    String device,
    String group,
    double expected,
    String unit,
    double tolerance,
    double weight,
    RowStatus status,
    OptionalDouble value,
    OptionalDouble interpolated,
    OptionalDouble roofline,
    SortedMap<String, String> chosen,
    Map<String, String> overrides,
    String relativeTo,
    Optional<SizePoint> size,
    String source,
    String note) {
  private static final MathContext DIGITS = new MathContext(12);

  /**
   * Rounds values to the twelve printed digits, so that scores can be recomputed from printed
   * values. Values that are not finite become empty.
   */
  public RowResult {
    value = rounded(value);
    interpolated = rounded(interpolated);
    roofline = rounded(roofline);
  }

  private static OptionalDouble rounded(OptionalDouble value) {
    return value.isEmpty() || !Double.isFinite(value.getAsDouble())
        ? OptionalDouble.empty()
        : OptionalDouble.of(new BigDecimal(value.getAsDouble()).round(DIGITS).doubleValue());
  }

  /** Returns the published value; empty if an invalid row has none. */
  public OptionalDouble published() {
    return Double.isNaN(expected) ? OptionalDouble.empty() : OptionalDouble.of(expected);
  }

  /**
   * Returns simulated / published - 1; empty without a simulated value, or if only the published
   * value is 0.
   */
  public OptionalDouble error() {
    if (value.isEmpty()) {
      return value;
    }
    if (expected == 0) {
      return value.getAsDouble() == 0 ? OptionalDouble.of(0) : OptionalDouble.empty();
    }
    return OptionalDouble.of(value.getAsDouble() / expected - 1);
  }

  public boolean isWithin() {
    OptionalDouble error = error();
    return error.isPresent() && Math.abs(error.getAsDouble()) <= tolerance * (1 + 1e-12);
  }

  /**
   * Whether the values differ by at most a given factor in either direction.
   *
   * @param factor at least 1
   */
  public boolean isWithinFactor(double factor) {
    if (value.isEmpty()) {
      return false;
    }
    double v = value.getAsDouble();
    return v <= expected * factor && v * factor >= expected;
  }

  /** Whether both values are positive, so that logarithms can be compared. */
  public boolean isLogarithmic() {
    return value.isPresent() && hasLogarithm(value.getAsDouble()) && expected > 0;
  }

  /** Returns ln(simulated / published). */
  double logRatio() {
    return logRatio(value.getAsDouble());
  }

  /** Returns ln(some / published). */
  double logRatio(double some) {
    return StrictMath.log(some / expected);
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
