// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import java.math.BigDecimal;
import java.math.MathContext;

/** The value of a function, and how far a result is from it. */
sealed interface MathValue {
  MathValue NAN = new Exactly(Double.NaN);

  /** This number and no other, with its sign; of a NaN, any. */
  record Exactly(double number) implements MathValue {}

  /** Either of two numbers. */
  record OneOf(double first, double second) implements MathValue {}

  /** A real number, met to some units in the last place. */
  record Real(BigDecimal number) implements MathValue {}

  /** Zero of either sign. */
  record AnyZero() implements MathValue {}

  /** A real number met to an absolute error, in units of the last place of another. */
  record Near(BigDecimal number, BigDecimal unit) implements MathValue {}

  static MathValue exactly(double x) {
    return new Exactly(x);
  }

  static MathValue real(BigDecimal x) {
    return x.signum() == 0 ? new AnyZero() : new Real(x);
  }

  /** The number, for a message. */
  default String shown() {
    BigDecimal number =
        this instanceof Real r ? r.number() : this instanceof Near n ? n.number() : null;
    return number == null ? toString() : number.round(new MathContext(20)).toString();
  }

  /** The distance of a result, in units of the last place. */
  static double error(MathValue expected, double got, boolean single) {
    if (expected instanceof Exactly e) {
      return Double.compare(e.number(), got) == 0 ? 0 : Double.POSITIVE_INFINITY;
    }
    if (expected instanceof OneOf e) {
      return Double.compare(e.first(), got) == 0 || Double.compare(e.second(), got) == 0
          ? 0
          : Double.POSITIVE_INFINITY;
    }
    if (expected instanceof AnyZero) {
      return got == 0 ? 0 : Double.POSITIVE_INFINITY;
    }
    if (expected == null) {
      return 0;
    }
    BigDecimal exact = expected instanceof Real r ? r.number() : ((Near) expected).number();
    if (got != got) {
      return Double.POSITIVE_INFINITY;
    }
    double rounded = single ? exact.floatValue() : exact.doubleValue();
    if (got == rounded) {
      boolean signs = exact.signum() * Math.copySign(1, got) >= 0;
      return got != 0 || signs ? 0 : Double.POSITIVE_INFINITY;
    }
    double largest = single ? Float.MAX_VALUE : Double.MAX_VALUE;
    if (Double.isInfinite(got)) {
      // As the number that would follow the largest.
      BigDecimal next = BigDecimal.valueOf(2).pow(single ? 128 : 1024);
      exact = exact.multiply(BigDecimal.valueOf((long) Math.signum(got)));
      return next.subtract(exact).doubleValue()
          / (single ? Math.ulp((float) largest) : Math.ulp(largest));
    }
    if (Double.isInfinite(rounded)) {
      return Double.POSITIVE_INFINITY;
    }
    BigDecimal unit = expected instanceof Near r ? r.unit() : exact.abs();
    double down =
        single
            ? Math.abs(Math.nextAfter(unit.floatValue(), 0))
            : Math.nextAfter(unit.doubleValue(), 0);
    double of = Math.min(largest, single ? unit.floatValue() : unit.doubleValue());
    // The unit of the numbers between which the exact one lies.
    double place = new BigDecimal(of).compareTo(unit) > 0 ? down : of;
    double ulp = single ? Math.ulp((float) place) : Math.ulp(place);
    return new BigDecimal(got)
        .subtract(exact)
        .abs()
        .divide(new BigDecimal(ulp), MathContext.DECIMAL64)
        .doubleValue();
  }
}
