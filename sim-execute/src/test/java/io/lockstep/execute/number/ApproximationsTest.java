// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.FloatRange;
import org.junit.jupiter.api.Test;

/**
 * Against the JDK's functions, which are within an ulp of 64 bits; special cases as PTX lists them.
 */
class ApproximationsTest {
  private static final float INFINITY = Float.POSITIVE_INFINITY;

  @Property
  void powersAreRoundedFromSixtyFourBits(@ForAll @FloatRange(min = -149, max = 128) float a) {
    double exact = StrictMath.pow(2, a);
    float r = Approximations.exponential2(a);
    assertThat(r == (float) exact || Math.abs(r - exact) <= 0.5000001 * Math.ulp(r)).isTrue();
  }

  @Property
  void logarithmsAreRoundedFromSixtyFourBits(@ForAll float x) {
    float a = Math.abs(x);
    Assume.that(a > 0 && a < INFINITY);
    double exact = StrictMath.log(a) / StrictMath.log(2);
    double tolerance = 0.500001 * Math.ulp((float) exact) + 1e-15;
    assertThat((double) Approximations.logarithm2(a)).isCloseTo(exact, within(tolerance));
  }

  @Test
  void powersAndLogarithmsOfTwoAreExact() {
    for (int n = -149; n < 128; n++) {
      float power = (float) StrictMath.pow(2, n);
      assertThat(Approximations.exponential2(n)).isEqualTo(power);
      assertThat(Approximations.logarithm2(power)).isEqualTo(n);
    }
  }

  @Test
  void approximationsOfInfinitiesZerosAndNanAreExact() {
    assertThat(Approximations.exponential2(Float.NEGATIVE_INFINITY)).isEqualTo(0f);
    assertThat(Approximations.exponential2(INFINITY)).isEqualTo(INFINITY);
    assertThat(Approximations.exponential2(-200f)).isZero();
    assertThat(Approximations.exponential2(Float.NaN)).isNaN();
    assertThat(Approximations.logarithm2(0f)).isEqualTo(Float.NEGATIVE_INFINITY);
    assertThat(Approximations.logarithm2(-0f)).isEqualTo(Float.NEGATIVE_INFINITY);
    assertThat(Approximations.logarithm2(-1f)).isNaN();
    assertThat(Approximations.logarithm2(INFINITY)).isEqualTo(INFINITY);
    assertThat(Approximations.reciprocal(-0f)).isEqualTo(Float.NEGATIVE_INFINITY);
    assertThat(Approximations.reciprocalSquareRoot(-0f)).isEqualTo(Float.NEGATIVE_INFINITY);
    assertThat(Approximations.reciprocalSquareRoot(4f)).isEqualTo(0.5f);
    assertThat(Approximations.reciprocalSquareRoot(-4f)).isNaN();
    assertThat(Approximations.reciprocalSquareRoot(INFINITY)).isZero();
    assertThat(Approximations.reciprocalSquareRoot(0.25)).isEqualTo(2.0);
    assertThat(Approximations.reciprocalSquareRoot(0.0)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(Approximations.squareRoot(-0f)).isEqualTo(-0f);
    assertThat(Approximations.squareRoot(2f)).isEqualTo(1.4142135f);
    assertThat(Approximations.sine(0f)).isZero();
    assertThat(Approximations.cosine(0f)).isEqualTo(1f);
    assertThat(Approximations.sine(INFINITY)).isNaN();
    assertThat(Approximations.tangentHyperbolic(INFINITY)).isEqualTo(1f);
  }

  @Test
  void approximateDivisionGivesUpOnHugeDivisors() {
    assertThat(Approximations.divide(6f, 3f, false)).isEqualTo(2f);
    assertThat(Approximations.divide(1e30f, 0x1.8p126f, false)).isZero();
    assertThat(Approximations.divide(INFINITY, 0x1.8p126f, false)).isNaN();
    assertThat(Approximations.divide(0x1.8p127f, 0x1.8p126f, true)).isEqualTo(2f);
    assertThat(Approximations.divide(1f, INFINITY, false)).isZero();
  }
}
