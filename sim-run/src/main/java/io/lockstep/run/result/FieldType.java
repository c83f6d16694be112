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
 * @param <T> their class
 * @param kind by which writers choose a form
 * @param unit of a number as it is printed, or empty
 * @param pattern regular expression of the texts, or empty; of words their alternatives
 * @param text formats a value for files of results
 * @param read parses a value of such a file, or throws IllegalArgumentException; null for types
 *     that are not stored
 * @param empty the value in results of a version without the field
 */
public record FieldType<T>(
    Kind kind,
    String unit,
    String pattern,
    Function<T, String> text,
    Function<JsonNode, T> read,
    T empty) {
  /** The forms that writers distinguish. */
  public enum Kind {
    /** Any text. */
    TEXT,
    /** An even number of hexadecimal digits, which a database keeps as bytes. */
    HEX,
    /** A constant of an enum, printed in lower case with hyphens. */
    WORD,
    /** True, false, or null if it is not known. */
    FLAG,
    /** A whole number. */
    COUNT,
    /** A time, kept in whole picoseconds and printed in seconds. */
    TIME,
    /** Texts by names of the user's. */
    TEXTS,
    /** Numbers by name. */
    NUMBERS,
    /** A structured value, which files of results omit. */
    DETAIL
  }

  /** Any text. */
  public static final FieldType<String> TEXT =
      new FieldType<>(Kind.TEXT, "", "", Function.identity(), JsonNode::asText, "");

  /** True, false, or null if it is not known. */
  public static final FieldType<Boolean> FLAG =
      new FieldType<>(
          Kind.FLAG,
          "",
          "",
          String::valueOf,
          json -> json.asText().equals("null") ? null : Boolean.valueOf(json.asText()),
          null);

  /** Cycles of a clock. */
  public static final FieldType<Long> CYCLES = count("cycles");

  /** A time in picoseconds. */
  public static final FieldType<Long> TIME =
      new FieldType<>(Kind.TIME, "s", "", t -> Long.toString(t), FieldType::whole, 0L);

  /** Texts by names of the user's. */
  public static final FieldType<SortedMap<String, String>> TEXTS =
      new FieldType<>(
          Kind.TEXTS,
          "",
          "",
          null,
          json -> map(json, JsonNode::asText),
          Collections.emptySortedMap());

  /** Numbers by name. */
  public static final FieldType<SortedMap<String, BigDecimal>> NUMBERS =
      new FieldType<>(
          Kind.NUMBERS,
          "",
          "",
          null,
          json -> map(json, FieldType::number),
          Collections.emptySortedMap());

  /**
   * {@return the type of whole numbers}
   *
   * @param unit of them, or empty
   */
  public static FieldType<Long> count(String unit) {
    return new FieldType<>(Kind.COUNT, unit, "", n -> Long.toString(n), FieldType::whole, 0L);
  }

  /** The same type for a value derived from others, which files of results omit. */
  FieldType<T> derived() {
    return new FieldType<>(kind, unit, pattern, text, null, empty);
  }

  /** Whether files of results keep it. */
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

  /**
   * {@return the type of constants of an enum}
   *
   * @param <E> the enum
   * @param of its class
   */
  public static <E extends Enum<E>> FieldType<E> word(Class<E> of) {
    String words =
        Stream.of(of.getEnumConstants()).map(FieldType::word).collect(Collectors.joining("|"));
    return new FieldType<>(
        Kind.WORD, "", words, Enum::name, json -> Enum.valueOf(of, json.asText()), null);
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * {@return the type of texts of hexadecimal digits}
   *
   * @param digits an even number
   */
  public static FieldType<String> hex(int digits) {
    String pattern = "[0-9a-f]{" + digits + "}";
    return new FieldType<>(Kind.HEX, "", pattern, Function.identity(), JsonNode::asText, "");
  }

  /**
   * {@return the type of objects that a writer of their own writes}
   *
   * @param <T> their class
   */
  static <T> FieldType<T> detail() {
    return new FieldType<>(Kind.DETAIL, "", "", null, null, null);
  }

  /**
   * {@return a value as printed text}
   *
   * @param value not null
   */
  public String words(T value) {
    return value instanceof Enum<?> constant ? word(constant) : text.apply(value);
  }

  /**
   * {@return a count or a time as it is printed}
   *
   * @param value as stored in files of results
   */
  public BigDecimal printed(long value) {
    return kind == Kind.TIME ? Numbers.seconds(value) : BigDecimal.valueOf(value);
  }
}
