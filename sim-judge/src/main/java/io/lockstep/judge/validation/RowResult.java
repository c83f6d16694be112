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
 * @param id the row's name in its suite
 * @param device an id or a specification file
 * @param group in whose score it counts
 * @param expected the published value; NaN if the row has none
 * @param unit of the values
 * @param tolerance largest deviation of a hit, a share of the published value
 * @param weight in means
 * @param status the outcome
 * @param value the simulated value, or empty
 * @param interpolated value of the first null model, or empty
 * @param roofline value of the second null model, or empty
 * @param chosen of parameters to choose from, those with the fastest run
 * @param overrides figures of the device that the row sets
 * @param relativeTo id of the row that divides it, or empty
 * @param size its place in a series of sizes, or empty
 * @param source its publication
 * @param note reason for a missing value, remark of the run, note of the suite
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
   * Rounds values to the twelve printed digits, so that scores follow from printed values. One that
   * is not finite is none.
   *
   * @param id the row's name in its suite
   * @param device an id or a specification file
   * @param group whose score it counts for
   * @param expected the published value
   * @param unit of the values
   * @param tolerance largest deviation of a hit, a share of the published value
   * @param weight in means
   * @param status the outcome
   * @param value the simulated value, or empty
   * @param interpolated value of the first null model, or empty
   * @param roofline value of the second null model, or empty
   * @param chosen of parameters to choose from, those with the fastest run
   * @param overrides figures of the device that the row sets
   * @param relativeTo id of the row that divides it, or empty
   * @param size its place in a series of sizes, or empty
   * @param source its publication
   * @param note reason for a missing value, remark of the run, note of the suite
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

  /** {@return the published value; empty if a row that is written wrongly has none} */
  public OptionalDouble published() {
    return Double.isNaN(expected) ? OptionalDouble.empty() : OptionalDouble.of(expected);
  }

  /** {@return simulated / published - 1; empty if it has no value or the published one is 0} */
  public OptionalDouble error() {
    if (value.isEmpty()) {
      return value;
    }
    if (expected == 0) {
      return value.getAsDouble() == 0 ? OptionalDouble.of(0) : OptionalDouble.empty();
    }
    return OptionalDouble.of(value.getAsDouble() / expected - 1);
  }

  /** {@return whether the value is within the row's tolerance} */
  public boolean isWithin() {
    OptionalDouble error = error();
    return error.isPresent() && Math.abs(error.getAsDouble()) <= tolerance * (1 + 1e-12);
  }

  /**
   * {@return whether the values are at most a factor apart, whichever is larger}
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

  /** {@return whether its value has a logarithm to compare} */
  public boolean isLogarithmic() {
    return value.isPresent() && hasLogarithm(value.getAsDouble()) && expected > 0;
  }

  /** ln(simulated / published). */
  double logRatio() {
    return logRatio(value.getAsDouble());
  }

  /** ln(some value / published). */
  double logRatio(double some) {
    return StrictMath.log(some / expected);
  }

  static boolean hasLogarithm(double value) {
    return value > 0 && !Double.isInfinite(value);
  }

  /** {@return the largest of both directions' factors between the values; empty without one} */
  public OptionalDouble factor() {
    if (!isLogarithmic()) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(StrictMath.exp(Math.abs(logRatio())));
  }
}
