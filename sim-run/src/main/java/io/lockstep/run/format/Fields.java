package io.lockstep.run.format;

import io.lockstep.run.Numbers;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * Visits the fields of an output in order. A producer names each field once, and each format
 * renders it. Names include their unit if there is one. Not thread-safe.
 */
public interface Fields {
  /**
   * A text; null if unknown.
   *
   * @param name of the field, unique in its group
   * @param value as it is printed
   */
  void text(String name, String value);

  /**
   * A number; null if unknown.
   *
   * @param name of the field, with its unit at the end
   * @param value printed with all of its digits
   */
  default void number(String name, BigDecimal value) {
    text(name, value == null ? null : value.toPlainString());
  }

  /**
   * A number.
   *
   * @param name of the field, with its unit at the end
   * @param value of any sign
   */
  default void number(String name, long value) {
    number(name, BigDecimal.valueOf(value));
  }

  /**
   * A quotient; 0 if the denominator is 0.
   *
   * @param name of the field
   * @param numerator of any sign
   * @param denominator of any sign
   */
  default void ratio(String name, long numerator, long denominator) {
    number(name, Numbers.ratio(numerator, denominator));
  }

  /**
   * A truth value; null if unknown.
   *
   * @param name of the field
   * @param value true, false or null
   */
  default void flag(String name, Boolean value) {
    text(name, value == null ? null : value.toString());
  }

  /**
   * One of a few words.
   *
   * @param name of the field
   * @param value printed in lower case
   */
  default void word(String name, Enum<?> value) {
    text(name, value.name().toLowerCase(Locale.ROOT));
  }

  /**
   * Several texts.
   *
   * @param name of the field
   * @param values in their order; may be empty
   */
  default void texts(String name, Collection<String> values) {
    text(name, String.join("; ", values));
  }

  /**
   * Several numbers.
   *
   * @param name of the field, with its unit at the end
   * @param values in their order
   */
  default void numbers(String name, long... values) {
    texts(name, LongStream.of(values).mapToObj(Long::toString).toList());
  }

  /**
   * Values with dynamic names, in the order of the names, as typed.
   *
   * @param name of the group
   * @param values as they were typed, unquoted
   */
  default void typed(String name, Map<String, String> values) {
    group(name, all -> values.forEach(all::text));
  }

  /**
   * Numbers with dynamic names, in the order of the names.
   *
   * @param name of the group
   * @param values numbers with all of their digits
   */
  default void figures(String name, Map<String, BigDecimal> values) {
    group(name, all -> values.forEach(all::number));
  }

  /**
   * A group of fields.
   *
   * @param name of the group
   * @param shown visits the group's fields once
   */
  void group(String name, Consumer<Fields> shown);

  /**
   * A list.
   *
   * @param <T> kind of the items
   * @param name of the list
   * @param items in their order; may be empty
   * @param shown visits one item's fields
   */
  <T> void list(String name, Collection<T> items, BiConsumer<T, Fields> shown);

  /**
   * {@return the receiver of optional fields: a document omits them if they are absent, a table
   * leaves their columns empty}
   *
   * @param present whether the current items have them
   */
  default Fields when(boolean present) {
    return this;
  }
}
