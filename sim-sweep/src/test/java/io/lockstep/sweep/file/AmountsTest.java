// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {
  private static Amounts of(String... texts) {
    return Amounts.of("here", List.of(texts));
  }

  @ParameterizedTest
  @CsvSource({
    "64, 256, 100.5, 100", // integers; halves to the even one
    "64, 256, 101.5, 102",
    "0.5, 2, 3, 3.0", // a decimal stays one
    "0.5, 2, 1.50, 1.5",
    "0.5, 2, 0.00, 0.0",
    "*1, *4, 2.50, *2.5",
    "8KiB, 64KiB, 16384, 16KiB",
    "8KiB, 64KiB, 16384.4, 16KiB",
  })
  void aNumberIsWrittenAsItsEnds(String from, String to, BigDecimal number, String text) {
    assertThat(of(from, to).text(number)).isEqualTo(text);
  }

  @Test
  void numbersAreReadInTheirUnitAndFactorsWithoutTheirStar() {
    assertThat(of("8KiB", "1MiB").number("8KiB")).isEqualByComparingTo("8192");
    assertThat(of("*2", "*3").number("*2.5")).isEqualByComparingTo("2.5");
    assertThat(of("-3", "+4").number("-3")).isEqualByComparingTo("-3");
    assertThat(of("1", "2").isWhole()).isTrue();
    assertThat(of("1", "2.5").isWhole()).isFalse();
    assertThat(of("*1", "*2").isWhole()).isFalse();
    assertThat(of("8KiB", "1MiB").isWhole()).isTrue();
  }

  @Test
  void decimalsAreRoundedToSixDigits() {
    assertThat(of("0.5", "2").rounded(new BigDecimal("1.23456789")))
        .isEqualByComparingTo("1.23457");
    assertThat(of("1", "2").rounded(new BigDecimal("1.6"))).isEqualByComparingTo("2");
  }

  @Test
  void numbersOfTwoKindsAreRefused() {
    assertThatThrownBy(() -> of("64", "8KiB"))
        .hasMessage(
            "here: expected numbers of one kind, for example 64 and 256 or 8KiB and 64KiB, found"
                + " '64' and '8KiB'");
    assertThatThrownBy(() -> of("*2", "8")).hasMessageContaining("found '*2' and '8'");
    assertThatThrownBy(() -> of("8KiB", "3MHz")).hasMessageContaining("of one kind");
    assertThatThrownBy(() -> of("*8KiB", "*3KiB")).hasMessageContaining("of one kind");
  }
}
