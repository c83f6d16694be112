// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NumbersTest {
  @Test
  @DisplayName("ratios have six digits, rounded half up from the exact quotient")
  void ratiosHaveSixDigitsRoundedHalfUpFromTheExactQuotient() {
    assertThat(Numbers.ratio(2, 3).toPlainString()).isEqualTo("0.666667");
    assertThat(Numbers.ratio(1, 1).toPlainString()).isEqualTo("1.000000");
    assertThat(Numbers.ratio(1, 2_000_000).toPlainString()).isEqualTo("0.000001");
    assertThat(Numbers.ratio(5, 0).toPlainString()).isEqualTo("0.000000");
  }

  @Test
  @DisplayName("times are written in seconds with all picoseconds")
  void timesAreWrittenInSecondsWithAllPicoseconds() {
    assertThat(Numbers.seconds(123_456_789).toPlainString()).isEqualTo("0.000123456789");
    assertThat(Numbers.seconds(3_000_000_000_000L).toPlainString()).isEqualTo("3.000000000000");
  }

  @Test
  @DisplayName("one second of 850 MHz is 850 million cycles; a begun cycle counts")
  void oneSecondOf850MHzIs850MillionCycles() {
    assertThat(Numbers.cycles(1_000_000_000_000L, 850_000_000)).isEqualTo(850_000_000);
    assertThat(Numbers.cycles(1, 850_000_000)).isEqualTo(1);
    assertThat(Numbers.cycles(0, 850_000_000)).isZero();
  }

  @Property
  void ticksAndTimesAgree(
      @ForAll @LongRange(min = 0, max = 1L << 48) long tick,
      @ForAll @LongRange(min = 100_000_000, max = 4_000_000_000L) long hertz) {
    long picos = Numbers.picos(tick, hertz);
    assertThat(
            BigInteger.valueOf(picos)
                .multiply(BigInteger.valueOf(hertz))
                .compareTo(BigInteger.valueOf(tick).multiply(BigInteger.TEN.pow(12))))
        .isNotNegative();
    assertThat(Numbers.tick(picos, hertz)).isBetween(tick, tick + 1);
  }
}
