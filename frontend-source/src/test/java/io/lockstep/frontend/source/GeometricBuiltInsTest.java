// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static io.lockstep.frontend.source.Decimals.of;
import static io.lockstep.frontend.source.Decimals.over;
import static io.lockstep.frontend.source.Decimals.sqrt;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Geometric functions against decimals of many digits, within the limits of OpenCL C. */
class GeometricBuiltInsTest {
  private static final int INPUTS = 240;

  @TempDir private Path folder;

  /** The values of the elements of one vector of the result. */
  private interface Reference {
    MathValue of(BigDecimal[] x, BigDecimal[] y, int element);
  }

  @Test
  void everyFunctionIsWithinTheLimitsOfTheStandard() throws IOException {
    List<BuiltInCalls> all = new ArrayList<>();
    for (Scalar type : List.of(Scalar.FLOAT, Scalar.DOUBLE)) {
      all.add(lengths(type));
      all.add(products(type));
    }
    assertThat(BuiltInCalls.wrong(folder, all)).isEmpty();
  }

  /** Of numbers whose squares are beyond the type's range, too. */
  private static BuiltInCalls lengths(Scalar type) {
    boolean single = type == Scalar.FLOAT;
    BuiltInCalls calls = vectors(type, single ? 120 : 1000);
    for (int n = 1; n <= 4; n++) {
      Reference length = (x, y, e) -> MathValue.real(length(x));
      Reference distance = (x, y, e) -> MathValue.real(length(less(x, y)));
      Reference direction =
          (x, y, e) -> length(x).signum() == 0 ? null : MathValue.real(over(x[e], length(x)));
      add(calls, "length(x)", type, n, 1, single ? 2.75 + 0.5 * n : 5.5 + n, length);
      add(calls, "distance(x, y)", type, n, 1, (single ? 2.5 : 5.5) + 2 * n, distance);
      add(calls, "normalize(x)", type, n, n, (single ? 2 : 4.5) + n, direction);
    }
    return calls;
  }

  private static BuiltInCalls products(Scalar type) {
    boolean single = type == Scalar.FLOAT;
    BuiltInCalls calls = vectors(type, single ? 20 : 100);
    for (int n = 1; n <= 4; n++) {
      Reference dot = (x, y, e) -> new MathValue.Near(dot(x, y), largest(x, y));
      // An absolute error in units of half of the type's epsilon at least.
      add(calls, "dot(x, y)", type, n, 1, 2 * n - 1, dot);
      if (n > 2) {
        Reference cross =
            (x, y, e) ->
                new MathValue.Near(e == 3 ? BigDecimal.ZERO : cross(x, y, e), largest(x, y));
        add(calls, "cross(x, y)", type, n, n, 3, cross);
      }
      if (single) {
        add(
            calls,
            "fast_length(x)",
            type,
            n,
            1,
            8191.5 + n,
            (x, y, e) -> MathValue.real(length(x)));
        add(
            calls,
            "fast_distance(x, y)",
            type,
            n,
            1,
            8191.5 + 2 * n,
            (x, y, e) -> MathValue.real(length(less(x, y))));
        add(
            calls,
            "fast_normalize(x)",
            type,
            n,
            n,
            8192 + n,
            (x, y, e) -> length(x).signum() == 0 ? null : MathValue.real(over(x[e], length(x))));
      }
    }
    return calls;
  }

  /** Two columns; the elements of a vector have exponents near each other. */
  private static BuiltInCalls vectors(Scalar type, int exponents) {
    SplittableRandom random = new SplittableRandom(exponents);
    long[][] columns = new long[2][INPUTS];
    for (int i = 0; i < INPUTS; i += 12) {
      int exponent = i < 24 ? 0 : random.nextInt(-exponents, exponents);
      for (int k = i; k < i + 12; k++) {
        for (long[] column : columns) {
          double x = Math.scalb(random.nextDouble(-1, 1), exponent + random.nextInt(4));
          column[k] = type.bits(i == 0 ? k % 3 - 1 : x);
        }
      }
    }
    return new BuiltInCalls(new Scalar[] {type, type}, columns);
  }

  private static void add(
      BuiltInCalls calls,
      String call,
      Scalar type,
      int n,
      int width,
      double limit,
      Reference reference) {
    boolean single = type == Scalar.FLOAT;
    calls.add(
        call,
        List.of(n, n),
        type,
        width,
        new BuiltInCalls.Rule() {
          private double error(int at, long got) {
            return MathValue.error(value(at), type.number(got), single);
          }

          private MathValue value(int at) {
            BigDecimal[] x = new BigDecimal[n];
            BigDecimal[] y = new BigDecimal[n];
            for (int k = 0; k < n; k++) {
              x[k] = of(calls.number(0, at / width * n + k));
              y[k] = of(calls.number(1, at / width * n + k));
            }
            return reference.of(x, y, at % width);
          }

          @Override
          public boolean allows(int at, long got) {
            return error(at, got) <= limit;
          }

          @Override
          public String instead(int at, long got) {
            return "expected %s within %s ulp, which is %s"
                .formatted(value(at).shown(), limit, error(at, got));
          }
        });
  }

  private static BigDecimal dot(BigDecimal[] x, BigDecimal[] y) {
    BigDecimal sum = BigDecimal.ZERO;
    for (int k = 0; k < x.length; k++) {
      sum = sum.add(x[k].multiply(y[k]));
    }
    return sum;
  }

  private static BigDecimal cross(BigDecimal[] x, BigDecimal[] y, int e) {
    int a = (e + 1) % 3;
    int b = (e + 2) % 3;
    return x[a].multiply(y[b]).subtract(x[b].multiply(y[a]));
  }

  private static BigDecimal length(BigDecimal[] x) {
    return sqrt(dot(x, x));
  }

  private static BigDecimal[] less(BigDecimal[] x, BigDecimal[] y) {
    BigDecimal[] difference = new BigDecimal[x.length];
    for (int k = 0; k < x.length; k++) {
      difference[k] = x[k].subtract(y[k]);
    }
    return difference;
  }

  /** The square of the largest operand, of which the errors of products are parts. */
  private static BigDecimal largest(BigDecimal[] x, BigDecimal[] y) {
    BigDecimal most = BigDecimal.ZERO;
    for (int k = 0; k < x.length; k++) {
      most = most.max(x[k].abs()).max(y[k].abs());
    }
    return most.multiply(most);
  }
}
