// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecimalsTest {
  @ParameterizedTest
  @CsvSource({
    "19.868, 19.9 × slower, 19.9 ×",
    "0.0716, 14.0 × faster, 0.072 ×",
    "2, 2.00 × slower, 2.00 ×",
    "0.5, 2.00 × faster, 0.500 ×",
    "1.11, slower by 11.0 %, +11.0 %",
    "0.97, faster by 3.0 %, -3.0 %",
    "1, faster by 0.0 %, +0.0 %",
    "12345.6, '12,346 × slower', '12,346 ×'",
  })
  @DisplayName("small changes are read as per cent, large ones as factors")
  void smallChangesAreReadAsPerCentLargeOnesAsFactors(double ratio, String time, String value) {
    assertThat(Decimals.slower(ratio)).isEqualTo(time);
    assertThat(Decimals.change(ratio)).isEqualTo(value);
  }
}
