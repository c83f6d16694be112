// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.lane.Loop;
import io.lockstep.execute.number.Approximations;
import io.lockstep.execute.number.FloatOps;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions over many work-items against the same function of one number. */
class SeriesStepsTest {
  private static final float[] EDGES = {
    0f,
    -0f,
    1f,
    -1f,
    2f,
    0.5f,
    Float.NaN,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    Float.MIN_NORMAL,
    Float.MAX_VALUE,
    127.99f,
    128f,
    -126.5f,
    -149f,
    -151.5f,
    1.4142135f,
    1.4142137f,
    0.70710677f
  };

  private static float[] numbers() {
    Random random = new Random(11);
    float[] all = new float[5000];
    for (int i = 0; i < all.length; i++) {
      all[i] =
          i < EDGES.length
              ? EDGES[i]
              : i % 2 == 0
                  ? Float.intBitsToFloat(random.nextInt())
                  : (float) (40 * random.nextGaussian());
    }
    return all;
  }

  private static void check(UnaryOperator<Float> one, Loop many, float[] d, float[] a, boolean f) {
    many.range(0, a.length);
    for (int i = 0; i < a.length; i++) {
      float expected = FloatOps.flush(one.apply(FloatOps.flush(a[i], f)), f);
      assertThat(Float.floatToIntBits(d[i]))
          .as("of %s", a[i])
          .isEqualTo(Float.floatToIntBits(expected));
    }
    d[3] = 42;
    d[6] = 42;
    many.range(4, 6); // few work-items, one by one
    assertThat(d[3]).isEqualTo(42);
    assertThat(d[6]).isEqualTo(42);
  }

  /** As a series whose terms are divided one after the other, the definition. */
  private static float exponential2(float a) {
    if (a != a || a >= 128 || a < -151) {
      return a != a ? a : a < 0 ? 0 : Float.POSITIVE_INFINITY;
    }
    double n = Math.rint(a);
    double x = (a - n) * 0x1.62e42fefa39efp-1;
    double sum = 1;
    for (int k = 14; k > 0; k--) {
      sum = 1 + sum * x / k;
    }
    return (float) (sum * Double.longBitsToDouble((long) n + 1023 << 52));
  }

  /** As a series of odd powers, the definition. */
  private static float logarithm2(float a) {
    if (a != a || a < 0) {
      return Float.NaN;
    }
    if (a == 0 || a == Float.POSITIVE_INFINITY) {
      return a == 0 ? Float.NEGATIVE_INFINITY : a;
    }
    int exponent = Math.getExponent((double) a);
    double m = a / Math.scalb(1.0, exponent);
    if (m > 1.4142135623730951) {
      m *= 0.5;
      exponent++;
    }
    double s = (m - 1) / (m + 1);
    double sum = 0;
    for (int k = 23; k > 0; k -= 2) {
      sum = sum * (s * s) + 1.0 / k;
    }
    return (float) (exponent + 2 * s * sum / 0x1.62e42fefa39efp-1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void exponentialsAreThoseOfTheSeries(boolean flush) {
    float[] a = numbers();
    float[] d = new float[a.length];
    check(SeriesStepsTest::exponential2, SeriesSteps.exponential2(d, a, flush), d, a, flush);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void logarithmsAreThoseOfTheSeries(boolean flush) {
    float[] a = numbers();
    float[] d = new float[a.length];
    check(SeriesStepsTest::logarithm2, SeriesSteps.logarithm2(d, a, flush), d, a, flush);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void reciprocalRootsAreRoundedOnce(boolean flush) {
    float[] a = numbers();
    float[] d = new float[a.length];
    Loop many = SeriesSteps.reciprocalSquareRoot(d, a, flush);
    check(x -> x == 0 ? 1 / x : (float) (1.0 / Math.sqrt(x)), many, d, a, flush);
    assertThat(Approximations.reciprocalSquareRoot(4f)).isEqualTo(0.5f);
  }
}
