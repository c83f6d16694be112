// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import io.lockstep.io.Durations;
import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.spi.spec.Dimension;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads scalars: choices, durations, sizes. */
final class WordReader {
  static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private WordReader() {}

  static Item item(YamlNode node) {
    if (node.isMap() || node.isList() || node.isNull()) {
      throw node.expected("a value");
    }
    if (node.raw().isBlank()) {
      throw new InputException(node.where(), "expected a value, found an empty text");
    }
    return new Item(node.raw().strip(), node.where());
  }

  static <T> T choice(YamlNode node, Stream<T> all, Function<T, String> word) {
    Map<String, T> byWord = new LinkedHashMap<>();
    all.forEach(value -> byWord.put(word.apply(value), value));
    String text = node.asText();
    T chosen = byWord.get(text);
    if (chosen == null) {
      throw new InputException(
          node.where(),
          "expected one of "
              + String.join(", ", byWord.keySet())
              + ", found '"
              + text
              + "'"
              + Suggestions.nearHint(text, byWord.keySet()));
    }
    return chosen;
  }

  static Duration duration(YamlNode node) {
    Duration duration =
        Durations.parse(item(node).text())
            .orElseThrow(
                () ->
                    new InputException(
                        node.where(), "expected " + Durations.FORM + ", found " + node.describe()));
    if (duration.isZero() || duration.compareTo(Durations.MOST) > 0) {
      throw new InputException(
          node.where(), "expected 1ms to " + Durations.MOST.toHours() + "h, found " + node.raw());
    }
    return duration;
  }

  static long bytes(YamlNode node, long low, long high) {
    long bytes;
    try {
      bytes = Dimension.BYTES.parse(item(node).text());
    } catch (IllegalArgumentException e) {
      throw new InputException(node.where(), e.getMessage(), e);
    }
    if (bytes < low || bytes > high) {
      throw new InputException(
          node.where(),
          "expected "
              + Dimension.BYTES.show(low, "1MiB")
              + " to "
              + Dimension.BYTES.show(high, "1GiB")
              + ", found "
              + node.raw());
    }
    return bytes;
  }
}
