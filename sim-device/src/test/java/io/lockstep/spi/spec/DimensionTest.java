// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DimensionTest {
  @ParameterizedTest
  @CsvSource({
    "COUNT, 256, 256",
    "COUNT, 1_000, 1000",
    "BYTES, 16KiB, 16384",
    "BYTES, 0.5 KiB, 512",
    "FREQUENCY, 1.35GHz, 1350000000",
    "TIME, 12.5ns, 12500",
    "TIME, 1e1us, 10000000",
    "RATE, 3.5GB/s, 3500000000",
    "BYTES_PER_CYCLE, 64B/cycle, 64000",
    "RATIO, 0.935, 935000",
    "CYCLES, 8cycles, 8",
    "CYCLE_PARTS, 20.667cycles, 20667",
    "BITS, 128bit, 128",
  })
  void valuesWithUnitsBecomeNumbersOfTheCanonicalUnit(
      Dimension dimension, String text, long expected) {
    assertThat(dimension.parse(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "4cycles, 4 cycles",
    "153.6GB/s, 153.6 GB/s",
    "50%, 50 %",
    "1e1us, 1e1 us",
    "-3ns, -3 ns",
    "0.5 KiB, 0.5 KiB",
    "256, 256",
    "true, true",
    "fr_fcfs, fr_fcfs",
    "block_interleaved, block_interleaved",
    "'', ''",
  })
  void peopleReadASpaceBeforeTheUnit(String written, String read) {
    assertThat(Dimension.readable(written)).isEqualTo(read);
  }

  @Test
  void whatPeopleReadIsTheSameValue() {
    assertThat(Dimension.RATE.parse(Dimension.readable("153.6GB/s"))).isEqualTo(153_600_000_000L);
    assertThat(Dimension.RATIO.parse(Dimension.readable("12.5%"))).isEqualTo(125_000);
  }

  @Test
  void tellsWhatItExpected() {
    assertThatThrownBy(() -> Dimension.TIME.parse("12"))
        .hasMessage("expected time in ps, ns, us, ms, found '12'");
    assertThatThrownBy(() -> Dimension.COUNT.parse("twelve"))
        .hasMessage("expected a whole number, found 'twelve'");
    assertThatThrownBy(() -> Dimension.BYTES.parse("KiB")).hasMessageContaining("expected bytes");
    assertThatThrownBy(() -> Dimension.COUNT.parse("1.5"))
        .hasMessage("'1.5' is not a whole number of units");
  }
}
