// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.number;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.type.Rounding;
import java.math.BigDecimal;
import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ConversionsTest {
  @Test
  @DisplayName("a NaN becomes zero, or the top bit where a side is 64 bits wide (PTX ISA, cvt)")
  void integersOfNaN() {
    assertThat(NumberConversions.integerOfNaN(false, 32, true)).isZero();
    assertThat(NumberConversions.integerOfNaN(false, 8, false)).isZero();
    assertThat(NumberConversions.integerOfNaN(true, 32, true)).isEqualTo(Integer.MIN_VALUE);
    assertThat(NumberConversions.integerOfNaN(true, 32, false)).isEqualTo(0x80000000L);
    assertThat(NumberConversions.integerOfNaN(true, 16, true)).isEqualTo(Short.MIN_VALUE);
    assertThat(NumberConversions.integerOfNaN(false, 64, true)).isEqualTo(Long.MIN_VALUE);
    assertThat(NumberConversions.toInteger(Double.NaN, Rounding.ZERO, 64, false, Long.MIN_VALUE))
        .isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void roundsToIntegralValues() {
    assertThat(NumberConversions.toIntegral(2.5, Rounding.NEAREST_EVEN)).isEqualTo(2);
    assertThat(NumberConversions.toIntegral(3.5, Rounding.NEAREST_EVEN)).isEqualTo(4);
    assertThat(NumberConversions.toIntegral(-2.7, Rounding.ZERO)).isEqualTo(-2);
    assertThat(NumberConversions.toIntegral(-2.1, Rounding.DOWN)).isEqualTo(-3);
    assertThat(NumberConversions.toIntegral(2.1, Rounding.UP)).isEqualTo(3);
  }

  @Test
  void integersClampAndNanIsZero() {
    Rounding zero = Rounding.ZERO;
    assertThat(NumberConversions.toInteger(Double.NaN, zero, 32, true, 0)).isZero();
    assertThat(NumberConversions.toInteger(3e9, zero, 32, true, 0)).isEqualTo(Integer.MAX_VALUE);
    assertThat(NumberConversions.toInteger(-3e9, zero, 32, true, 0)).isEqualTo(Integer.MIN_VALUE);
    assertThat(NumberConversions.toInteger(3e9, zero, 32, false, 0)).isEqualTo(3_000_000_000L);
    assertThat(NumberConversions.toInteger(5e9, zero, 32, false, 0)).isEqualTo(0xFFFFFFFFL);
    assertThat(NumberConversions.toInteger(-1, zero, 32, false, 0)).isZero();
    assertThat(NumberConversions.toInteger(300, zero, 8, false, 0)).isEqualTo(255);
    assertThat(NumberConversions.toInteger(-300, zero, 8, true, 0)).isEqualTo(-128);
    assertThat(NumberConversions.toInteger(1e19, zero, 64, true, 0)).isEqualTo(Long.MAX_VALUE);
    assertThat(NumberConversions.toInteger(1e19, zero, 64, false, 0))
        .isEqualTo(Long.parseUnsignedLong("10000000000000000000"));
    assertThat(NumberConversions.toInteger(1e20, zero, 64, false, 0)).isEqualTo(-1);
    assertThat(NumberConversions.toInteger(1e10, zero, 64, false, 0)).isEqualTo(10_000_000_000L);
  }

  @Property
  void floatsOfIntegersAreRoundedOnce(@ForAll long a, @ForAll boolean signed) {
    BigDecimal exact =
        new BigDecimal(signed ? BigInteger.valueOf(a) : new BigInteger(Long.toUnsignedString(a)));
    assertThat(NumberConversions.toFloat(a, signed, Rounding.NEAREST_EVEN))
        .isEqualTo(exact.floatValue());
    assertThat(NumberConversions.toDouble(a, signed, Rounding.NONE)).isEqualTo(exact.doubleValue());
    float down = NumberConversions.toFloat(a, signed, Rounding.DOWN);
    float up = NumberConversions.toFloat(a, signed, Rounding.UP);
    assertThat(new BigDecimal(down)).isLessThanOrEqualTo(exact);
    assertThat(new BigDecimal(up)).isGreaterThanOrEqualTo(exact);
    assertThat(up == down || Math.nextUp(down) == up).isTrue();
    assertThat(NumberConversions.toFloat(a, signed, Rounding.ZERO))
        .isEqualTo(exact.signum() >= 0 ? down : up);
    double low = NumberConversions.toDouble(a, signed, Rounding.DOWN);
    double high = NumberConversions.toDouble(a, signed, Rounding.UP);
    assertThat(new BigDecimal(low)).isLessThanOrEqualTo(exact);
    assertThat(new BigDecimal(high)).isGreaterThanOrEqualTo(exact);
    assertThat(high == low || Math.nextUp(low) == high).isTrue();
    assertThat(NumberConversions.toDouble(a, signed, Rounding.ZERO))
        .isEqualTo(exact.signum() >= 0 ? low : high);
  }

  @Test
  void integersExtendAndClampBetweenTypes() {
    assertThat(NumberConversions.extend(0xFF, 8, true)).isEqualTo(-1);
    assertThat(NumberConversions.extend(-1, 16, false)).isEqualTo(0xFFFF);
    assertThat(NumberConversions.extend(-1, 64, false)).isEqualTo(-1);
    assertThat(NumberConversions.clamp(300, true, 8, false)).isEqualTo(255);
    assertThat(NumberConversions.clamp(-5, true, 8, false)).isZero();
    assertThat(NumberConversions.clamp(300, true, 8, true)).isEqualTo(127);
    assertThat(NumberConversions.clamp(-1, false, 32, true)).isEqualTo(Integer.MAX_VALUE);
    assertThat(NumberConversions.clamp(-1, false, 16, false)).isEqualTo(0xFFFF);
    assertThat(NumberConversions.clamp(7, true, 64, false)).isEqualTo(7);
  }
}
