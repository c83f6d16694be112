// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.calibration;

import io.lockstep.explain.experiment.Decimals;
import io.lockstep.run.answer.Answer;
import io.lockstep.spi.spec.Dimension;
import java.util.Optional;

/**
 * A parameter fitted to a suite.
 *
 * @param figure path of the parameter
 * @param value value of the device before the fit
 * @param range values that the fit may choose
 * @param fitted the legal value with the smallest errors; that of the device unless identified
 * @param interval 95 % interval of the fitted value; empty unless identified
 * @param found how far the suite determines the parameter
 */
public record FittedParameter(
    String figure,
    String value,
    Range range,
    String fitted,
    Optional<Range> interval,
    Identification found) {
  /** Two values in the syntax of overrides, the smaller one first. */
  public record Range(String low, String high) {
    /** Returns both values in readable form. */
    public String readable() {
      return Dimension.readable(low) + " … " + Dimension.readable(high);
    }
  }

  /**
   * How far a suite determines a parameter.
   *
   * @param elasticity largest change in percent of a row's value if the parameter grows by one
   *     percent
   * @param reason why the parameter is not identifiable; empty if it is
   */
  public record Identification(double elasticity, String reason) {
    /** Whether the suite determines the parameter. */
    public boolean isIdentifiable() {
      return reason.isEmpty();
    }

    String verdict() {
      return isIdentifiable() ? "yes" : "not identifiable: " + reason;
    }
  }

  /** Declares the fields of a parameter, and the columns of its row in the table. */
  public static final Answer<FittedParameter> ANSWER =
      Answer.<FittedParameter>part()
          .text("parameter", "Path of the parameter.", FittedParameter::figure)
          .text("value", "Value of the device.", FittedParameter::value)
          .text("low", "Smallest value that was allowed.", p -> p.range.low)
          .text("high", "Largest value that was allowed.", p -> p.range.high)
          .text("fitted", "Legal value with the smallest errors.", FittedParameter::fitted)
          .text(
              "interval_low",
              "Lower end of the 95 % interval; empty if there is none.",
              p -> p.interval.map(Range::low).orElse(""))
          .text(
              "interval_high",
              "Upper end of the 95 % interval; empty if there is none.",
              p -> p.interval.map(Range::high).orElse(""))
          .real(
              "elasticity",
              "Largest change of a row in percent per percent of the parameter.",
              p -> p.found.elasticity)
          .flag(
              "identifiable",
              "Whether the suite determines the parameter.",
              p -> p.found.isIdentifiable())
          .text("reason", "Why it does not; empty if it does.", p -> p.found.reason)
          .column("parameter", FittedParameter::figure)
          .column(">value", p -> Dimension.readable(p.value))
          .column("range", p -> p.range.readable())
          .column(">fitted", p -> p.found.isIdentifiable() ? Dimension.readable(p.fitted) : "")
          .column("95 % interval", p -> p.interval.map(Range::readable).orElse(""))
          .column(">elasticity", p -> Decimals.factor(p.found.elasticity))
          .column("identifiable", p -> p.found.verdict())
          .lessImportant("range", "value");
}
