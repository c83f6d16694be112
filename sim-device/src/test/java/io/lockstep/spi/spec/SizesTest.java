// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizesTest {
  @ParameterizedTest
  @CsvSource({
    "16/48KiB, 16/48KiB",
    "48KiB/16KiB, 16/48KiB",
    "0/8/16KiB, 0/8/16KiB",
    "4096B/248KiB, 4/248KiB",
    "32 / 64 KiB, 32/64KiB"
  })
  void showsTheSizesThatItReads(String written, String shown) {
    long set = Dimension.SIZES.parse(written);
    assertThat(Dimension.SIZES.show(set, written)).isEqualTo(shown);
    assertThat(Dimension.SIZES.parse(shown)).isEqualTo(set);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 16384", "16384, 16384", "16385, 49152", "49153, 49152", "999999, 49152"})
  void findsTheSmallestSizeThatIsEnoughOrElseTheLargest(long bytes, long size) {
    assertThat(Sizes.smallest(Dimension.SIZES.parse("0/16/48KiB"), bytes)).isEqualTo(size);
  }

  @ParameterizedTest
  @CsvSource({
    "6/48KiB, expected multiples of 4KiB up to 248KiB; found '6' in '6/48KiB'",
    "16/252KiB, expected multiples of 4KiB up to 248KiB; found '252KiB' in '16/252KiB'",
    "16/many, expected bytes in B",
    "16/, expected bytes in B"
  })
  void rejectsOtherTextsInOneLine(String written, String message) {
    assertThatThrownBy(() -> Dimension.SIZES.parse(written))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message.replace(';', ','));
  }

  @Test
  void theLargestSizeIsTheLast() {
    assertThat(Sizes.largest(Dimension.SIZES.parse("228/100KiB"))).isEqualTo(228 << 10);
  }
}
