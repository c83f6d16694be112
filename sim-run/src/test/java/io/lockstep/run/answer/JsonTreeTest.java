// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTreeTest {
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
}
