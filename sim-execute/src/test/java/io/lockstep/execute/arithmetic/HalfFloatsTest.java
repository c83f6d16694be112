// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.number.HalfFloats;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Rounding;
import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class HalfFloatsTest {
  /** Figures of IEEE 754-2019, table 3.5 and of its binary16 examples. */
  @Test
  void knowsPublishedValues() {
    assertThat(HalfFloats.toFloat(0x3C00)).isEqualTo(1f);
    assertThat(HalfFloats.toFloat(0x7BFF)).isEqualTo(65504f);
    assertThat(HalfFloats.toFloat(0x0400)).isEqualTo(0x1p-14f);
    assertThat(HalfFloats.toFloat(0x0001)).isEqualTo(0x1p-24f);
    assertThat(HalfFloats.toFloat(0x8000)).isEqualTo(-0f);
    assertThat(HalfFloats.toFloat(0xFC00)).isEqualTo(Float.NEGATIVE_INFINITY);
    assertThat(HalfFloats.toFloat(0x7E00)).isNaN();
    assertThat(HalfFloats.toFloat(0x3555)).isEqualTo(0.33325195f);
  }

  @Test
  void everyHalfSurvivesARoundTrip() {
    for (int h = 0; h < 0x10000; h++) {
      float f = HalfFloats.toFloat(h);
      int expected = f != f ? HalfFloats.NAN : h;
      for (Rounding mode : Rounding.values()) {
        assertThat(HalfFloats.toHalf(f, mode)).isEqualTo(expected);
      }
    }
  }

  @Property
  void roundsToNeighbours(@ForAll @IntRange(max = 0x7BFE) int h, @ForAll boolean negative) {
    double low = HalfFloats.toFloat(h);
    double high = HalfFloats.toFloat(h + 1);
    int sign = negative ? 0x8000 : 0;
    double s = negative ? -1 : 1;
    double quarter = low + (high - low) / 4;
    double middle = (low + high) / 2;
    assertThat(HalfFloats.toHalf(s * quarter, Rounding.NEAREST_EVEN)).isEqualTo(sign | h);
    assertThat(HalfFloats.toHalf(s * middle, Rounding.NEAREST_EVEN)).isEqualTo(sign | (h & 1) + h);
    assertThat(HalfFloats.toHalf(s * quarter, Rounding.ZERO)).isEqualTo(sign | h);
    assertThat(HalfFloats.toHalf(s * quarter, Rounding.UP)).isEqualTo(negative ? sign | h : h + 1);
    assertThat(HalfFloats.toHalf(s * quarter, Rounding.DOWN))
        .isEqualTo(negative ? sign | h + 1 : h);
  }

  @Test
  void halvesOverflowToInfinityOrTheLargestByTheRounding() {
    assertThat(HalfFloats.toHalf(65519, Rounding.NEAREST_EVEN)).isEqualTo(0x7BFF);
    assertThat(HalfFloats.toHalf(65520, Rounding.NEAREST_EVEN)).isEqualTo(0x7C00);
    assertThat(HalfFloats.toHalf(1e30, Rounding.ZERO)).isEqualTo(0x7BFF);
    assertThat(HalfFloats.toHalf(-1e30, Rounding.UP)).isEqualTo(0xFBFF);
    assertThat(HalfFloats.toHalf(Double.NaN, Rounding.NONE)).isEqualTo(0x7FFF);
  }

  /** The exact value rounded by way of the two halves around it. */
  @Property(tries = 3000)
  void fusedMultiplyAddRoundsOnce(
      @ForAll @IntRange(max = 0xFFFF) int a,
      @ForAll @IntRange(max = 0xFFFF) int b,
      @ForAll @IntRange(max = 0xFFFF) int c) {
    double x = HalfFloats.toFloat(a);
    double y = HalfFloats.toFloat(b);
    double z = HalfFloats.toFloat(c);
    int r = HalfFloats.fma(a, b, c, Rounding.NEAREST_EVEN);
    double plain = x * y + z;
    if (plain != plain || Double.isInfinite(plain)) {
      assertThat(Float.valueOf(HalfFloats.toFloat(r))).isEqualTo(Float.valueOf((float) plain));
      return;
    }
    BigDecimal exact = new BigDecimal(x).multiply(new BigDecimal(y)).add(new BigDecimal(z));
    if ((r & 0x7FFF) == 0x7C00) {
      assertThat(exact.abs()).isGreaterThanOrEqualTo(new BigDecimal(65520));
      return;
    }
    BigDecimal error = exact.subtract(new BigDecimal(HalfFloats.toFloat(r))).abs();
    int magnitude = r & 0x7FFF;
    for (int n : new int[] {magnitude - 1, magnitude + 1}) {
      if (n >= 0 && n < 0x7C00) {
        double neighbour = Math.copySign(HalfFloats.toFloat(n), HalfFloats.toFloat(r));
        BigDecimal other = exact.subtract(new BigDecimal(neighbour)).abs();
        int side = error.compareTo(other);
        assertThat(side < 0 || side == 0 && (r & 1) == 0).isTrue();
      }
    }
  }

  @Test
  void eachHalfOperationComputesItsValue() {
    int one = 0x3C00;
    int two = 0x4000;
    assertThat(HalfSteps.function(Op.ADD).of(one, two, 0)).isEqualTo(0x4200);
    assertThat(HalfSteps.function(Op.SUB).of(one, two, 0)).isEqualTo(0xBC00);
    assertThat(HalfSteps.function(Op.MUL).of(two, two, 0)).isEqualTo(0x4400);
    assertThat(HalfSteps.function(Op.FMA).of(two, two, one)).isEqualTo(0x4500);
    assertThat(HalfSteps.function(Op.MIN).of(two, 0x7E00, 0)).isEqualTo(two);
    assertThat(HalfSteps.function(Op.MAX).of(two, one, 0)).isEqualTo(two);
    assertThat(HalfSteps.function(Op.ABS).of(0xC000, 0, 0)).isEqualTo(two);
    assertThat(HalfSteps.function(Op.NEG).of(two, 0, 0)).isEqualTo(0xC000);
    assertThat(HalfSteps.function(Op.EXP2).of(two, 0, 0)).isEqualTo(0x4400);
    assertThat(HalfSteps.function(Op.TANH).of(0, 0, 0)).isZero();
  }
}
