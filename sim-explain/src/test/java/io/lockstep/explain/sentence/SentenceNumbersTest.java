// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sentence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SentenceNumbersTest {
  @ParameterizedTest
  @CsvSource({
    "2, 2.00 of the time",
    "0.5, 0.50 of the time",
    "0.25, 0.25 of the time",
    "1.999, 99.9 % more time",
    "1, 0.0 % more time",
    "0.9, 10.0 % less time",
    "0.501, 49.9 % less time"
  })
  void anEffectIsAShareOrADifference(double factor, String words) {
    assertThat(SentenceNumbers.effect(factor)).isEqualTo(words);
  }

  @Test
  void numbersHaveADecimalOnlyIfTheyAreNotWhole() {
    assertThat(SentenceNumbers.number(12_345)).isEqualTo("12,345");
    assertThat(SentenceNumbers.number(1_234.56)).isEqualTo("1,234.6");
    assertThat(SentenceNumbers.percent(0.125)).isEqualTo("12.5 %");
    assertThat(SentenceNumbers.times(1.5)).isEqualTo("1.50 times");
  }
}
