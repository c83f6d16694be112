// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static io.lockstep.frontend.source.Decimals.ONE;
import static io.lockstep.frontend.source.Decimals.TWO;
import static io.lockstep.frontend.source.Decimals.over;
import static io.lockstep.frontend.source.MathFunctions.at;
import static io.lockstep.frontend.source.MathFunctions.even;
import static io.lockstep.frontend.source.MathFunctions.odd;
import static io.lockstep.frontend.source.MathFunctions.within;

import io.lockstep.frontend.source.MathFunctions.Reference;
import java.math.BigDecimal;
import java.util.function.UnaryOperator;

/** Exponentials, logarithms and hyperbolic functions. */
final class ExponentialFunctions {
  private ExponentialFunctions() {}

  static void addTo(MathFunctions table) {
    exponentials(table);
  }

  private static Reference exponential(double low, UnaryOperator<BigDecimal> f) {
    return at(
        Double.NEGATIVE_INFINITY, low, even(low + 1 == 1 ? 1 : 0, Double.POSITIVE_INFINITY, f));
  }

  private static Reference logarithm(UnaryOperator<BigDecimal> f) {
    return within(
        0,
        Double.POSITIVE_INFINITY,
        at(1, 0, even(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, f)));
  }

  private static void exponentials(MathFunctions table) {
    table.one("exp", 3, exponential(0, Decimals::exp));
    table.one("exp2", 3, exponential(0, x -> Decimals.pow(TWO, x)));
    table.one("exp10", 3, exponential(0, x -> Decimals.pow(BigDecimal.TEN, x)));
    table.one(
        "expm1",
        3,
        at(
            Double.NEGATIVE_INFINITY,
            -1,
            odd(
                Double.POSITIVE_INFINITY,
                x ->
                    x.doubleValue() < -200
                        ? new BigDecimal("1e-60").subtract(ONE)
                        : Decimals.expm1(x))));
    table.one("log", 3, logarithm(Decimals::log));
    table.one("log2", 3, logarithm(x -> over(Decimals.log(x), Decimals.LN2)));
    table.one("log10", 3, logarithm(x -> over(Decimals.log(x), Decimals.LN10)));
    table.one(
        "log1p",
        2,
        within(
            -1,
            Double.POSITIVE_INFINITY,
            at(-1, Double.NEGATIVE_INFINITY, odd(Double.POSITIVE_INFINITY, Decimals::log1p))));
    table.one("sinh", 4, odd(Double.POSITIVE_INFINITY, Decimals::sinh));
    table.one("cosh", 4, even(1, Double.POSITIVE_INFINITY, Decimals::cosh));
    table.one("tanh", 5, odd(1, ExponentialFunctions::tanh));
    table.one("asinh", 4, odd(Double.POSITIVE_INFINITY, Decimals::asinh));
    table.one(
        "acosh",
        4,
        within(
            1,
            Double.POSITIVE_INFINITY,
            at(1, 0, even(0, Double.POSITIVE_INFINITY, Decimals::acosh))));
    table.one(
        "atanh",
        5,
        within(
            -1,
            1,
            at(
                1,
                Double.POSITIVE_INFINITY,
                at(-1, Double.NEGATIVE_INFINITY, odd(0, Decimals::atanh)))));
  }

  private static BigDecimal tanh(BigDecimal x) {
    if (x.abs().doubleValue() > 100) {
      return ONE.subtract(new BigDecimal("1e-60")).multiply(BigDecimal.valueOf(x.signum()));
    }
    return Decimals.tanh(x);
  }
}
