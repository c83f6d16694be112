// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Errors that the source of a measured figure states. */
class StatedErrorTest {
  private static final SpecSchema SCHEMA =
      SpecSchema.builder("toy")
          .key("latency", Dimension.CYCLES, "a latency")
          .between(100, 1000)
          .key("rate", Dimension.RATE, "a rate")
          .between(1, 1L << 50)
          .key("fast", Dimension.FLAG, "whether it is fast")
          .build();

  private static DeviceSpec read(String latency, String fast) {
    return SpecReader.read(
        "t.yaml",
        "device: t\nfamily: toy\nsources: {book: \"a book\"}\n"
            + "latency: {"
            + latency
            + "}\n"
            + "rate: {value: 2.5GB/s, from: measured, source: book, error: 1%}\n"
            + "fast: {"
            + fast
            + "}\n",
        f -> SCHEMA,
        d -> null);
  }

  private static final String FAST = "value: true, from: measured, source: book";

  @ParameterizedTest
  @DisplayName("an error is a range around the value, a share of it or so much, within the bounds")
  @CsvSource({
    "200cycles, 5%, 190cycles, 210cycles",
    "200cycles, 3cycles, 197cycles, 203cycles",
    "110cycles, 20%, 100cycles, 132cycles",
    "200cycles, 0%, 200cycles, 200cycles",
    "210cycles, 1%, 208cycles, 212cycles"
  })
  void anErrorIsARangeAroundTheValue(String value, String error, String low, String high) {
    Figure figure =
        read("value: " + value + ", from: measured, source: book, error: " + error, FAST)
            .figure("latency");
    assertThat(figure.low()).isEqualTo(low);
    assertThat(figure.high()).isEqualTo(high);
    Figure rate = read("value: 200cycles, from: measured, source: book", FAST).figure("rate");
    assertThat(rate.low()).isEqualTo("2.475GB/s");
    assertThat(rate.high()).isEqualTo("2.525GB/s");
  }

  @Test
  @DisplayName("an error that is none, or not of a measured number, is refused at its place")
  void anErrorThatIsNoneIsRefusedAtItsPlace() {
    String measured = "value: 200cycles, from: measured, source: book, ";
    assertThatThrownBy(() -> read(measured + "error: -1%", FAST))
        .hasMessageMatching("t.yaml:4:\\d+: an error is not negative: -1%");
    assertThatThrownBy(() -> read(measured + "error: 3ns", FAST))
        .hasMessageContaining("an error is a share of the value, such as 5%, or cycles in cycles")
        .hasMessageEndingWith("found '3ns'");
    assertThatThrownBy(() -> read(measured + "error: x%", FAST)).hasMessageEndingWith("found 'x%'");
    assertThatThrownBy(() -> read(measured + "range: [190cycles, 210cycles], error: 5%", FAST))
        .hasMessageEndingWith("this one has a range");
    assertThatThrownBy(() -> read("value: 200cycles, from: derived, error: 5%", FAST))
        .hasMessageEndingWith("this one is derived");
    assertThatThrownBy(() -> read(measured + "error: 5%", FAST + ", error: 5%"))
        .hasMessageMatching("t.yaml:6:\\d+: 'true' is not a number that could be off");
  }
}
