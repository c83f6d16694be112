// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static io.lockstep.frontend.source.Decimals.ONE;
import static io.lockstep.frontend.source.Decimals.of;
import static io.lockstep.frontend.source.Decimals.over;
import static io.lockstep.frontend.source.MathValue.exactly;
import static io.lockstep.frontend.source.MathValue.real;

import io.lockstep.frontend.source.MathFunctions.Function;
import io.lockstep.frontend.source.MathFunctions.Reference;
import io.lockstep.frontend.source.MathValue.Near;
import io.lockstep.frontend.source.MathValue.Real;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** half_ and native_ functions, and division. */
final class ApproximateFunctions {
  private ApproximateFunctions() {}

  static void addTo(MathFunctions table) {
    halves(table);
    natives(table);
  }

  /** half_ functions: 8192 units, of half_cos, half_sin and half_tan up to 2 to the 16. */
  private static void halves(MathFunctions table) {
    Map<String, Reference> full = table.references();
    for (String name : List.of("exp", "exp2", "exp10", "log", "log2", "log10", "rsqrt", "sqrt")) {
      half(table, name + "(x)", full.get(name));
    }
    for (String name : List.of("cos", "sin", "tan")) {
      Reference reference = full.get(name);
      half(table, name + "(x)", (x, s) -> Math.abs(x[0]) <= 0x1p16 ? reference.of(x, s) : null);
    }
    half(table, "powr(x, y)", full.get("powr"));
    half(table, "divide(x, y)", (x, s) -> quotient(x[0], x[1]));
    half(table, "recip(x)", (x, s) -> quotient(1, x[0]));
    table.add(new Function("divide", "x / y", 2, 2.5, 0, (x, s) -> quotient(x[0], x[1])));
  }

  private static void half(MathFunctions table, String call, Reference f) {
    // They may take subnormal results to zero.
    Reference normal =
        (x, s) ->
            f.of(x, s) instanceof Real r && r.number().abs().compareTo(of(Float.MIN_NORMAL)) < 0
                ? null
                : f.of(x, s);
    int arguments = call.contains("y)") ? 2 : 1;
    table.add(new Function("half_" + call, "half_" + call, arguments, 8192, Double.NaN, normal));
  }

  /** Implementation-defined; kept are the limits named here, without subnormal numbers. */
  private static void natives(MathFunctions table) {
    // By the largest value of the function: 2 to the -20 in [-4, 4].
    Reference four = (x, s) -> Math.abs(x[0]) <= 4 ? near(Decimals.sin(of(x[0])), ONE) : null;
    natively(table, "sin(x)", 8, four);
    four = (x, s) -> Math.abs(x[0]) <= 4 ? near(Decimals.cos(of(x[0])), ONE) : null;
    natively(table, "cos(x)", 8, four);
    natively(
        table,
        "tan(x)",
        16,
        (x, s) -> {
          if (!(Math.abs(x[0]) <= 4)) {
            return null;
          }
          BigDecimal tangent = Decimals.tan(of(x[0]));
          return near(tangent, ONE.add(tangent.multiply(tangent)));
        });
    // The exponent is a product that is rounded, of up to seven digits before the point.
    Map<String, Reference> full = table.references();
    natively(table, "exp(x)", 128, full.get("exp"));
    natively(table, "exp2(x)", 4, full.get("exp2"));
    natively(table, "exp10(x)", 128, full.get("exp10"));
    for (String name : List.of("log", "log2", "log10")) {
      // By 1 where it is smaller.
      natively(
          table,
          name + "(x)",
          4,
          (x, s) ->
              full.get(name).of(x, s) instanceof Real r
                  ? near(r.number(), r.number().abs().max(ONE))
                  : full.get(name).of(x, s));
    }
    natively(table, "rsqrt(x)", 4, full.get("rsqrt"));
    natively(table, "sqrt(x)", 4, full.get("sqrt"));
    natively(table, "recip(x)", 2, (x, s) -> quotient(1, x[0]));
    // Divisors beyond 2 to the 126 give zero.
    natively(
        table, "divide(x, y)", 4, (x, s) -> Math.abs(x[1]) > 0x1p126 ? null : quotient(x[0], x[1]));
    natively(
        table,
        "powr(x, y)",
        256,
        (x, s) ->
            full.get("powr").of(x, s) instanceof Real r
                ? near(r.number(), r.number().multiply(of(Math.max(1, Math.abs(x[1])))))
                : null);
  }

  private static void natively(
      MathFunctions table, String call, double limit, Reference reference) {
    String name = "native_" + call;
    int arguments = call.contains("y") ? 2 : 1;
    table.add(new Function(name, name, arguments, limit, Double.NaN, normal(reference, arguments)));
  }

  /** A reference without subnormal arguments and results. */
  private static Reference normal(Reference reference, int arguments) {
    return (x, s) -> {
      for (int a = 0; a < arguments; a++) {
        if (x[a] != 0 && Math.abs(x[a]) < Float.MIN_NORMAL) {
          return null;
        }
      }
      MathValue value = reference.of(x, s);
      return value instanceof Real r && r.number().abs().compareTo(of(Float.MIN_NORMAL)) < 0
          ? null
          : value;
    };
  }

  private static MathValue near(BigDecimal number, BigDecimal unit) {
    return new Near(number, unit);
  }

  private static MathValue quotient(double x, double y) {
    double near = x / y;
    return near != near || y == 0 || x == 0 || Double.isInfinite(x) || Double.isInfinite(y)
        ? exactly(near)
        : real(over(of(x), of(y)));
  }
}
