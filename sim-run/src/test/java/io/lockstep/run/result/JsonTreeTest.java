// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTreeTest {
  @TempDir private Path folder;

  private static JsonNode read(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return JsonTree.read(bytes, 0, bytes.length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.500", "1E+3", "7", "0E-12", "123456789012345678901234567890", "-0.10"})
  void numbersKeepTheirDigitsAndScale(String number) throws IOException {
    assertThat(read(number).decimalValue()).isEqualTo(new BigDecimal(number));
  }

  @ParameterizedTest
  @ValueSource(strings = {"64", "0.50", "0.0000001", "1e-3", "16KiB", "007", "1e99999999999", "-0"})
  void aTypedTextIsTheSameAfterItWasANumberInJson(String typed) throws IOException {
    boolean isRead = JsonTree.isNumber(typed) && !typed.contains("999");
    String back = isRead ? JsonTree.text(read(typed)) : JsonTree.text(typed);
    assertThat(back).isEqualTo(JsonTree.text(typed));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1E2147483648", "[0, 1e-99999999999]", "{\"a\": 1E+3000000000}"})
  void anExponentThatNoNumberHasIsAnError(String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("exponent");
  }

  @Test
  void aSecondValueBehindTheFirstIsAnError() {
    assertThatThrownBy(() -> read("{} {}")).isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '|',
      value = {"|/a|,1:7", "|/b|,2:5", "|/b/1|,2:9", "|/b/1/c|,2:15", "|/d|,3:5", "||,1:1"})
  void aValueIsFoundWithItsLineAndColumn(String pointer, String place) throws IOException {
    Path file =
        Files.writeString(folder.resolve("x"), "{\"a\": 1,\n\"b\":[1, {\"c\": 2}],\n\"d\":3}");
    String at = pointer == null ? "" : pointer;
    assertThat(JsonTree.place(file, JsonPointer.compile(at))).isEqualTo(file + ":" + place);
  }
}
