// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureTableTest {
  private static final String CACHES =
      """
      # A comment.
      [first]
      size  | bytes           | 1KiB .. 1MiB        | power of two                 | bytes of a cache
      rate  | bytes per cycle | 0.5B/cycle .. 2B/cycle | optional                  | data, in order
      ahead | count           | 0 .. 16             | usually 2 (1 .. 4), beside l1.size | lines
      kind  | choice          | open closed         |                              | of its rows

      [second]
      l1.size |               | 2KiB .. 4KiB        |  # narrower than section "first"
      l1.rate |               |                     | absent
      """;

  private static FigureTable table(String text) {
    return FigureTable.of(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static SpecSchema.Builder first() {
    return SpecSchema.builder("toy").part(table(CACHES).section("first", "l1."));
  }

  @Test
  @DisplayName("A line declares what the calls of the builder declare, in the order of the lines")
  void declaresTheFiguresOfASection() {
    SpecSchema built =
        SpecSchema.builder("toy")
            .key("l1.size", Dimension.BYTES, "bytes of a cache")
            .between(1 << 10, 1 << 20)
            .powerOfTwo()
            .key("l1.rate", Dimension.BYTES_PER_CYCLE, "data, in order")
            .between(500, 2000)
            .optional()
            .key("l1.ahead", Dimension.COUNT, "lines")
            .between(0, 16)
            .usually("2", "1", "4")
            .beside("l1.size")
            .key("l1.kind", Dimension.CHOICE, "of its rows")
            .oneOf("open", "closed")
            .build();

    assertThat(first().build().keys()).containsExactlyElementsOf(built.keys());
  }

  @Test
  @DisplayName("A line without a dimension narrows a figure or takes it away")
  void narrowsAFigureThatWasDeclaredBefore() {
    SpecSchema schema = first().part(table(CACHES).section("second")).build();

    assertThat(schema.names()).isEqualTo(List.of("l1.size", "l1.ahead", "l1.kind"));
    assertThat(schema.key("l1.size").low()).isEqualTo(2 << 10);
    assertThat(schema.key("l1.size").high()).isEqualTo(4 << 10);
    assertThat(schema.key("l1.size").powerOfTwo()).isTrue();
  }

  @Test
  void rejectsASectionThatTheTableLacks() {
    assertThatThrownBy(() -> first().part(table(CACHES).section("third")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no section [third]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a | size | 1 .. 2 | | x ; No enum constant",
        "a | count | 1 .. many | | x ; expected a whole number",
        "a | count | 1 .. 2 | often | x ; no qualifier 'often'",
        "a | count | 1 .. 2 | ; Index 4 out of bounds",
        "b | | 1 .. 2 | ; no key b",
        "l1.size | | 1B .. 4KiB | ; l1.size is wider",
        "l1.size | bytes | 2KiB .. 4KiB | | x ; key l1.size defined twice",
      })
  @DisplayName("An error names the section and the line")
  void namesTheLine(String line, String expected) {
    FigureTable table = table("[wrong]\n" + line);

    assertThatThrownBy(() -> first().part(table.section("wrong")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("[wrong] " + line.strip())
        .hasMessageContaining(expected);
  }
}
