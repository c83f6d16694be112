// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.answer;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Reads JSON as a tree. Numbers keep all digits and their scale. Thread-safe. */
public final class JsonTree {
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?");
  private static final int MOST_ZEROS = 1000;
  private static final ObjectReader READER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build()
          .reader();
  private static final ObjectReader STRICT =
      READER.with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private JsonTree() {}

  /**
   * {@return the value in a range of bytes, which must contain exactly one value}
   *
   * @throws IOException if the bytes are not JSON
   */
  public static JsonNode read(byte[] bytes, int from, int length) throws IOException {
    return read(STRICT, bytes, from, length);
  }

  /**
   * {@return the first value of a file; a missing node if the file is empty}
   *
   * @throws IOException if the file cannot be read or is not JSON
   */
  public static JsonNode read(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    return read(READER, bytes, 0, bytes.length);
  }

  private static JsonNode read(ObjectReader reader, byte[] bytes, int from, int length)
      throws IOException {
    try {
      return reader.readTree(bytes, from, length);
    } catch (NumberFormatException e) { // Jackson throws it if an exponent has more than 31 bits
      throw new IOException("a number's exponent is too large or too small", e);
    }
  }

  /** {@return whether a text has the form of a JSON number} */
  public static boolean isNumber(String text) {
    return NUMBER.matcher(text).matches();
  }

  /** {@return a scalar as text; numbers have all digits} */
  public static String text(JsonNode value) {
    return value.isNumber() ? plain(value.decimalValue()) : value.asText();
  }

  private static String plain(BigDecimal number) {
    return Math.abs(number.scale()) > MOST_ZEROS ? number.toString() : number.toPlainString();
  }
}
