// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.result;

import com.fasterxml.jackson.databind.JsonNode;
import io.lockstep.run.Numbers;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The type of a field's values.
 *
 * @param <T> class of the values
 * @param unit unit of a printed number, or empty
 * @param pattern regular expression of the texts, or empty; for enum constants, the alternatives
 * @param text formats a value for result files; null for maps and details
 * @param read parses a stored value, or throws IllegalArgumentException; null for types that are
 *     not stored
 * @param empty value in results of a version without the field
 */
public record FieldType<T>(
    Kind kind,
    String unit,
    String pattern,
    Function<T, String> text,
    Function<JsonNode, T> read,
    T empty) {
  /** Kinds of values that writers distinguish. */
  public enum Kind {
    TEXT,
    /** An even number of hexadecimal digits, which a database stores as bytes. */
    HEX,
    /** A constant of an enum, printed in lower case with hyphens. */
    WORD,
    /** True, false, or null if unknown. */
    FLAG,
    COUNT,
    /** A time, stored in whole picoseconds and printed in seconds. */
    TIME,
    /** Texts by user-defined name. */
    TEXTS,
    NUMBERS,
    /** A structured value, which result files omit. */
    DETAIL
  }

  public static final FieldType<String> TEXT =
      new FieldType<>(Kind.TEXT, "", "", Function.identity(), JsonNode::asText, "");

  public static final FieldType<Boolean> FLAG =
      new FieldType<>(
          Kind.FLAG,
          "",
          "",
          String::valueOf,
          json -> json.asText().equals("null") ? null : Boolean.valueOf(json.asText()),
          null);

  public static final FieldType<Long> CYCLES = count("cycles");

  public static final FieldType<Long> TIME =
      new FieldType<>(Kind.TIME, "s", "", t -> Long.toString(t), FieldType::whole, 0L);

  public static final FieldType<SortedMap<String, String>> TEXTS =
      new FieldType<>(
          Kind.TEXTS,
          "",
          "",
          null,
          json -> map(json, JsonNode::asText),
          Collections.emptySortedMap());

  public static final FieldType<SortedMap<String, BigDecimal>> NUMBERS =
      new FieldType<>(
          Kind.NUMBERS,
          "",
          "",
          null,
          json -> map(json, FieldType::number),
          Collections.emptySortedMap());

  /** {@return the type of whole numbers with a unit, which may be empty} */
  public static FieldType<Long> count(String unit) {
    return new FieldType<>(Kind.COUNT, unit, "", n -> Long.toString(n), FieldType::whole, 0L);
  }

  /** Returns a copy for values derived from other fields, which result files omit. */
  FieldType<T> derived() {
    return new FieldType<>(kind, unit, pattern, text, null, empty);
  }

  /** Returns whether result files store the value. */
  boolean isKept() {
    return read != null;
  }

  private static Long whole(JsonNode json) {
    return Long.valueOf(json.asText());
  }

  private static BigDecimal number(JsonNode json) {
    if (!json.isNumber()) {
      throw new IllegalArgumentException("expected a number, found " + json);
    }
    return json.decimalValue();
  }

  private static <V> SortedMap<String, V> map(JsonNode json, Function<JsonNode, V> value) {
    SortedMap<String, V> map = new TreeMap<>();
    json.properties().forEach(e -> map.put(e.getKey(), value.apply(e.getValue())));
    return map;
  }

  /** {@return the type of constants of an enum} */
  public static <E extends Enum<E>> FieldType<E> word(Class<E> of) {
    String words =
        Stream.of(of.getEnumConstants()).map(FieldType::word).collect(Collectors.joining("|"));
    return new FieldType<>(
        Kind.WORD, "", words, Enum::name, json -> Enum.valueOf(of, json.asText()), null);
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** {@return the type of texts with the given number of hexadecimal digits, which must be even} */
  public static FieldType<String> hex(int digits) {
    String pattern = "[0-9a-f]{" + digits + "}";
    return new FieldType<>(Kind.HEX, "", pattern, Function.identity(), JsonNode::asText, "");
  }

  /** {@return the type of objects that have their own writer} */
  static <T> FieldType<T> detail() {
    return new FieldType<>(Kind.DETAIL, "", "", null, null, null);
  }

  /** {@return the printed text of a value, which must not be null} */
  public String words(T value) {
    return value instanceof Enum<?> constant ? word(constant) : text.apply(value);
  }

  /** {@return the printed number of a stored count or time} */
  public BigDecimal printed(long value) {
    return kind == Kind.TIME ? Numbers.seconds(value) : BigDecimal.valueOf(value);
  }
}
