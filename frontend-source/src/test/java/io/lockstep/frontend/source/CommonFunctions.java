// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static io.lockstep.frontend.source.Decimals.PI;
import static io.lockstep.frontend.source.Decimals.TWO;
import static io.lockstep.frontend.source.Decimals.of;
import static io.lockstep.frontend.source.Decimals.over;
import static io.lockstep.frontend.source.MathFunctions.odd;
import static io.lockstep.frontend.source.MathValue.NAN;
import static io.lockstep.frontend.source.MathValue.exactly;
import static io.lockstep.frontend.source.MathValue.real;

import io.lockstep.frontend.source.MathFunctions.Function;
import io.lockstep.frontend.source.MathFunctions.Reference;
import io.lockstep.frontend.source.MathValue.AnyZero;
import io.lockstep.frontend.source.MathValue.Near;
import io.lockstep.frontend.source.MathValue.OneOf;
import java.math.BigDecimal;

/** Common functions (6.12.4), mad and nan. */
final class CommonFunctions {
  private CommonFunctions() {}

  static void addTo(MathFunctions table) {
    common(table);
  }

  private static void common(MathFunctions table) {
    table.one("degrees", 2, scaled(over(BigDecimal.valueOf(180), PI)));
    table.one("radians", 2, scaled(over(PI, BigDecimal.valueOf(180))));
    table.one("sign", 0, (x, s) -> exactly(x[0] != x[0] ? 0 : Math.signum(x[0])));
    table.two(
        "step", 0, (x, s) -> x[0] != x[0] || x[1] != x[1] ? null : exactly(x[1] < x[0] ? 0 : 1));
    table.add(
        new Function("smoothstep", "smoothstep(y, z, x)", 3, 32, 32, CommonFunctions::smoothstep));
    table.add(new Function("mix", "mix(x, y, z)", 3, 4, 4, CommonFunctions::mix));
    table.add(new Function("mad", "mad(x, y, z)", 3, 0, 0, CommonFunctions::mad));
    // The code may be placed in it.
    table.add(new Function("nan", "nan(BITS(x))", 1, 0, 0, (x, s) -> NAN));
  }

  private static Reference scaled(BigDecimal factor) {
    return odd(Double.POSITIVE_INFINITY, x -> x.multiply(factor));
  }

  /**
   * The standard names no limit; kept are 32 units. Edges whose distance overflows are left out.
   */
  private static MathValue smoothstep(double[] x, boolean single) {
    double largest = (single ? Float.MAX_VALUE : Double.MAX_VALUE) / 4;
    if (!(x[1] < x[2]) || x[0] != x[0] || Math.max(Math.abs(x[1]), Math.abs(x[2])) > largest) {
      return null;
    }
    if (x[0] <= x[1] || x[0] >= x[2]) {
      return exactly(x[0] <= x[1] ? 0 : 1);
    }
    BigDecimal t = over(of(x[0]).subtract(of(x[1])), of(x[2]).subtract(of(x[1])));
    return real(t.multiply(t).multiply(BigDecimal.valueOf(3).subtract(t.multiply(TWO))));
  }

  /** The standard names no limit; kept are four units of the larger end, between both. */
  private static MathValue mix(double[] x, boolean single) {
    double larger = Math.max(Math.abs(x[0]), Math.abs(x[1]));
    if (!(x[2] >= 0 && x[2] <= 1 && larger < (single ? Float.MAX_VALUE : Double.MAX_VALUE) / 4)) {
      return null;
    }
    BigDecimal way = of(x[1]).subtract(of(x[0])).multiply(of(x[2]));
    return larger == 0 ? new AnyZero() : new Near(of(x[0]).add(way), of(larger));
  }

  /** Rounded once or twice, which is what the standard leaves open. */
  private static MathValue mad(double[] x, boolean single) {
    return single
        ? new OneOf(
            Math.fma((float) x[0], (float) x[1], (float) x[2]),
            (float) x[0] * (float) x[1] + (float) x[2])
        : new OneOf(Math.fma(x[0], x[1], x[2]), x[0] * x[1] + x[2]);
  }
}
