// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.number;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Rounding;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Every result against the exact one: the neighbours of the rounded value must enclose it. */
class FloatOpsTest {
  private static final List<Rounding> MODES =
      Arrays.asList(
          Rounding.NONE, Rounding.NEAREST_EVEN, Rounding.ZERO, Rounding.DOWN, Rounding.UP);

  private static void isRounded(float r, BigDecimal exact, Rounding mode) {
    double below = Math.nextDown(r);
    double above = Math.nextUp(r);
    if (Float.isInfinite(r)) {
      assertThat(exact.abs()).isGreaterThan(new BigDecimal(Float.MAX_VALUE));
      assertThat(mode != Rounding.ZERO).isTrue();
      return;
    }
    BigDecimal value = new BigDecimal(r);
    boolean down = mode == Rounding.DOWN || mode == Rounding.ZERO && exact.signum() > 0;
    boolean up = mode == Rounding.UP || mode == Rounding.ZERO && exact.signum() < 0;
    if (down) {
      assertThat(value).isLessThanOrEqualTo(exact);
      assertThat(above > Float.MAX_VALUE || new BigDecimal(above).compareTo(exact) > 0).isTrue();
    } else if (up) {
      assertThat(value).isGreaterThanOrEqualTo(exact);
      assertThat(below < -Float.MAX_VALUE || new BigDecimal(below).compareTo(exact) < 0).isTrue();
    } else {
      assertThat(r).isEqualTo(exact.floatValue());
    }
  }

  private static float any(int bits) {
    float f = Float.intBitsToFloat(bits);
    Assume.that(!Float.isNaN(f) && !Float.isInfinite(f) && f != 0);
    return f;
  }

  @Property(tries = 2000)
  void sumsAndProductsAreRoundedOnce(@ForAll int x, @ForAll int y, @ForAll int z) {
    float a = any(x);
    float b = any(y & 0x807FFFFF | x & 0x7F000000 | y & 0x00800000);
    float c = any(z);
    for (Rounding mode : MODES) {
      BigDecimal sum = new BigDecimal(a).add(new BigDecimal(b));
      if (sum.signum() != 0) {
        isRounded(FloatOps.add(a, b, mode), sum, mode);
      }
      BigDecimal product = new BigDecimal(a).multiply(new BigDecimal(c));
      isRounded(FloatOps.multiply(a, c, mode), product, mode);
      BigDecimal fused = product.add(new BigDecimal(b));
      if (fused.signum() != 0) {
        isRounded(FloatOps.fma(a, c, b, mode), fused, mode);
      }
      MathContext digits = new MathContext(400);
      isRounded(
          FloatOps.divide(a, c, mode), new BigDecimal(a).divide(new BigDecimal(c), digits), mode);
      float positive = Math.abs(a);
      isRounded(FloatOps.squareRoot(positive, mode), new BigDecimal(positive).sqrt(digits), mode);
    }
  }

  private static void isRounded(double r, BigDecimal exact, Rounding mode) {
    if (Double.isInfinite(r)) {
      assertThat(exact.abs()).isGreaterThan(new BigDecimal(Double.MAX_VALUE));
      return;
    }
    BigDecimal value = new BigDecimal(r);
    boolean down = mode == Rounding.DOWN || mode == Rounding.ZERO && exact.signum() > 0;
    boolean up = mode == Rounding.UP || mode == Rounding.ZERO && exact.signum() < 0;
    if (down) {
      assertThat(value).isLessThanOrEqualTo(exact);
      double above = Math.nextUp(r);
      assertThat(Double.isInfinite(above) || new BigDecimal(above).compareTo(exact) > 0).isTrue();
    } else if (up) {
      assertThat(value).isGreaterThanOrEqualTo(exact);
      double below = Math.nextDown(r);
      assertThat(Double.isInfinite(below) || new BigDecimal(below).compareTo(exact) < 0).isTrue();
    } else {
      assertThat(r).isEqualTo(exact.doubleValue());
    }
  }

  @Property(tries = 300)
  void doublesAreRoundedOnceInAllModes(@ForAll double a, @ForAll double b, @ForAll double c) {
    Assume.that(a != 0 && b != 0 && c != 0);
    Assume.that(Math.abs(a) < 1e200 && Math.abs(b) < 1e200 && Math.abs(c) < 1e200);
    MathContext digits = new MathContext(1500);
    for (Rounding mode : MODES) {
      BigDecimal sum = new BigDecimal(a).add(new BigDecimal(b));
      if (sum.signum() != 0) {
        isRounded(FloatOps.add(a, b, mode), sum, mode);
      }
      BigDecimal product = new BigDecimal(a).multiply(new BigDecimal(c));
      isRounded(FloatOps.multiply(a, c, mode), product, mode);
      BigDecimal fused = product.add(new BigDecimal(b));
      if (fused.signum() != 0) {
        isRounded(FloatOps.fma(a, c, b, mode), fused, mode);
      }
      isRounded(
          FloatOps.divide(a, c, mode), new BigDecimal(a).divide(new BigDecimal(c), digits), mode);
      double positive = Math.abs(a);
      isRounded(FloatOps.squareRoot(positive, mode), new BigDecimal(positive).sqrt(digits), mode);
    }
  }

  @Test
  void exactZeroSumsTakeTheirSignFromTheMode() {
    assertThat(FloatOps.add(1f, -1f, Rounding.DOWN)).isEqualTo(-0f);
    assertThat(FloatOps.add(1f, -1f, Rounding.UP)).isEqualTo(0f);
    assertThat(FloatOps.add(0f, 0f, Rounding.DOWN)).isEqualTo(0f);
    assertThat(FloatOps.add(-0f, 0f, Rounding.DOWN)).isEqualTo(-0f);
    assertThat(FloatOps.fma(2f, 3f, -6f, Rounding.DOWN)).isEqualTo(-0f);
    assertThat(FloatOps.add(1.0, -1.0, Rounding.DOWN)).isEqualTo(-0.0);
    assertThat(FloatOps.fma(2.0, 3.0, -6.0, Rounding.DOWN)).isEqualTo(-0.0);
    assertThat(FloatOps.fma(2.0, 3.0, -6.0, Rounding.UP)).isEqualTo(0.0);
  }

  @Test
  void overflowStopsAtTheLargestNumberWhereTheModeSaysSo() {
    float max = Float.MAX_VALUE;
    assertThat(FloatOps.multiply(max, 2f, Rounding.ZERO)).isEqualTo(max);
    assertThat(FloatOps.multiply(max, 2f, Rounding.DOWN)).isEqualTo(max);
    assertThat(FloatOps.multiply(max, 2f, Rounding.UP)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(FloatOps.multiply(-max, 2f, Rounding.UP)).isEqualTo(-max);
    assertThat(FloatOps.multiply(1e308, 10, Rounding.ZERO)).isEqualTo(Double.MAX_VALUE);
    assertThat(FloatOps.divide(1f, 0f, Rounding.ZERO)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(FloatOps.divide(1f, Float.POSITIVE_INFINITY, Rounding.UP)).isZero();
    assertThat(FloatOps.squareRoot(-1f, Rounding.UP)).isNaN();
    assertThat(FloatOps.squareRoot(-0f, Rounding.UP)).isEqualTo(-0f);
    assertThat(FloatOps.divide(1.0, 0.0, Rounding.ZERO)).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void flushesSaturatesAndChooses() {
    assertThat(FloatOps.flush(-Float.MIN_VALUE)).isEqualTo(-0f);
    assertThat(FloatOps.flush(Float.MIN_NORMAL)).isEqualTo(Float.MIN_NORMAL);
    assertThat(FloatOps.flush(Float.NaN)).isNaN();
    assertThat(FloatOps.saturate(Float.NaN)).isZero();
    assertThat(FloatOps.saturate(1.5f)).isEqualTo(1f);
    assertThat(FloatOps.saturate(-1f)).isEqualTo(0f);
    assertThat(FloatOps.saturate(0.25)).isEqualTo(0.25);
    assertThat(FloatOps.saturate(Double.NaN)).isZero();
    assertThat(FloatOps.minimum(Float.NaN, 2f)).isEqualTo(2f);
    assertThat(FloatOps.maximum(2f, Float.NaN)).isEqualTo(2f);
    assertThat(Float.floatToRawIntBits(FloatOps.minimum(Float.NaN, Float.NaN)))
        .isEqualTo(0x7FFFFFFF);
    assertThat(FloatOps.minimum(0f, -0f)).isEqualTo(-0f);
    assertThat(FloatOps.maximum(-0.0, 0.0)).isEqualTo(0.0);
    assertThat(FloatOps.minimum(Double.NaN, 1.0)).isEqualTo(1.0);
  }

  @Test
  void eachClassOfNumbersHoldsItsMembersAlone() {
    double tiny = Float.MIN_VALUE;
    double normal = Float.MIN_NORMAL;
    assertThat(FloatOps.test(1, normal, Variant.FloatClass.FINITE)).isTrue();
    assertThat(FloatOps.test(Double.NaN, normal, Variant.FloatClass.FINITE)).isFalse();
    assertThat(FloatOps.test(Double.NEGATIVE_INFINITY, normal, Variant.FloatClass.INFINITE))
        .isTrue();
    assertThat(FloatOps.test(Double.POSITIVE_INFINITY, normal, Variant.FloatClass.NUMBER)).isTrue();
    assertThat(FloatOps.test(Double.NaN, normal, Variant.FloatClass.NOT_A_NUMBER)).isTrue();
    assertThat(FloatOps.test(tiny, normal, Variant.FloatClass.NORMAL)).isFalse();
    assertThat(FloatOps.test(tiny, normal, Variant.FloatClass.SUBNORMAL)).isTrue();
    assertThat(FloatOps.test(0, normal, Variant.FloatClass.SUBNORMAL)).isFalse();
  }
}
