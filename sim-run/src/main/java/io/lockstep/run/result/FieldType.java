// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.result;

import com.fasterxml.jackson.databind.JsonNode;
import io.lockstep.run.Numbers;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Answer;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The type of a field's values: how documents declare it, and how result files store it.
 *
 * @param <T> class of the values
 * @param declaration declares a field in documents; null for fields with a declaration of their own
 * @param text formats a value for result files; null for maps and details
 * @param read parses a stored value, or throws IllegalArgumentException; null for types that are
 *     not stored
 * @param empty value in results of a version without the field
 */
public record FieldType<T>(
    Declaration<T> declaration, Function<T, String> text, Function<JsonNode, T> read, T empty) {
  /**
   * Declares a field.
   *
   * @param <T> class of the values
   */
  @FunctionalInterface
  public interface Declaration<T> {
    /**
     * Adds a field to the declaration of results.
     *
     * @param shown returns the shown value; null if there is none
     */
    void add(Answer<RunResult> to, String name, String meaning, Function<RunResult, T> shown);
  }

  public static final FieldType<String> TEXT =
      new FieldType<>(Answer::text, Function.identity(), JsonNode::asText, "");

  /** True, false, or null if unknown. */
  public static final FieldType<Boolean> FLAG =
      new FieldType<>(
          (to, name, meaning, shown) -> to.flag(name, meaning, shown).orNull(),
          String::valueOf,
          json -> json.asText().equals("null") ? null : Boolean.valueOf(json.asText()),
          null);

  public static final FieldType<Long> CYCLES =
      new FieldType<>(
          (to, name, meaning, shown) ->
              to.integer(name, meaning, r -> shown.apply(r) != null, shown::apply)
                  .keyword("minimum", 0)
                  .keyword("unit", "cycles"),
          n -> Long.toString(n),
          FieldType::whole,
          0L);

  /** A time, stored in whole picoseconds and printed in seconds. */
  public static final FieldType<Long> TIME =
      new FieldType<>(
          (to, name, meaning, shown) ->
              to.number(name, meaning, r -> seconds(shown.apply(r)))
                  .keyword("minimum", 0)
                  .keyword("unit", "s"),
          t -> Long.toString(t),
          FieldType::whole,
          0L);

  /** Texts by user-defined name. */
  public static final FieldType<SortedMap<String, String>> TEXTS =
      new FieldType<>(
          Answer::typed, null, json -> map(json, JsonNode::asText), Collections.emptySortedMap());

  public static final FieldType<SortedMap<String, BigDecimal>> NUMBERS =
      new FieldType<>(
          Answer::figures,
          null,
          json -> map(json, FieldType::number),
          Collections.emptySortedMap());

  /** Returns a copy for values derived from other fields, which result files omit. */
  FieldType<T> derived() {
    return new FieldType<>(declaration, text, null, empty);
  }

  /** Returns whether result files store the value. */
  boolean isKept() {
    return read != null;
  }

  private static BigDecimal seconds(Long picos) {
    return picos == null ? null : Numbers.seconds(picos);
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

  /** {@return the type of constants of an enum, printed in lower case with hyphens} */
  public static <E extends Enum<E>> FieldType<E> word(Class<E> of) {
    List<String> words = Stream.of(of.getEnumConstants()).map(FieldType::word).toList();
    return new FieldType<>(
        (to, name, meaning, shown) ->
            to.word(
                name,
                meaning,
                words,
                r -> {
                  E constant = shown.apply(r);
                  return constant == null ? null : word(constant);
                }),
        Enum::name,
        json -> Enum.valueOf(of, json.asText()),
        null);
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** {@return the type of texts with the given number of hexadecimal digits, which must be even} */
  public static FieldType<String> hex(int digits) {
    return new FieldType<>(
        (to, name, meaning, shown) ->
            to.text(name, meaning, shown).keyword("pattern", "^[0-9a-f]{" + digits + "}$"),
        Function.identity(),
        JsonNode::asText,
        "");
  }

  /**
   * {@return the type of objects, which result files omit}
   *
   * @param declared declaration of the object; null if documents declare it beside the results
   */
  static <T> FieldType<T> detail(Answer<T> declared) {
    return new FieldType<>(
        declared == null
            ? null
            : (to, name, meaning, shown) -> to.group(name, meaning, shown, declared),
        null,
        null,
        null);
  }

  /** {@return the printed text of a value, which must not be null} */
  public String words(T value) {
    return value instanceof Enum<?> constant ? word(constant) : text.apply(value);
  }

  /** {@return the printed number of a stored count or time} */
  public BigDecimal printed(long value) {
    return this == TIME ? Numbers.seconds(value) : BigDecimal.valueOf(value);
  }
}
