// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.answer;

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
 * renders it. A name ends with the unit of its value if there is one.
 */
public interface Fields {
  /** Visits a text; null if unknown. */
  void text(String name, String value);

  /** Visits a number with all of its digits; null if unknown. */
  default void number(String name, BigDecimal value) {
    text(name, value == null ? null : value.toPlainString());
  }

  /** Visits a text, a {@link BigDecimal} or null. */
  default void value(String name, Object value) {
    if (value instanceof BigDecimal number) {
      number(name, number);
    } else {
      text(name, (String) value);
    }
  }

  default void number(String name, long value) {
    number(name, BigDecimal.valueOf(value));
  }

  /** Visits a quotient; 0 if the denominator is 0. */
  default void ratio(String name, long numerator, long denominator) {
    number(name, Numbers.ratio(numerator, denominator));
  }

  /** Visits a truth value; null if unknown. */
  default void flag(String name, Boolean value) {
    text(name, value == null ? null : value.toString());
  }

  /** Visits an enum constant, printed in lower case. */
  default void word(String name, Enum<?> value) {
    text(name, value.name().toLowerCase(Locale.ROOT));
  }

  /** Visits several texts; the collection may be empty. */
  default void texts(String name, Collection<String> values) {
    text(name, String.join("; ", values));
  }

  default void numbers(String name, long... values) {
    texts(name, LongStream.of(values).mapToObj(Long::toString).toList());
  }

  /** Visits a group of values with dynamic names, spelled as the user typed them. */
  default void typed(String name, Map<String, String> values) {
    group(name, all -> values.forEach(all::text));
  }

  /** Visits a group of numbers with dynamic names. */
  default void figures(String name, Map<String, BigDecimal> values) {
    group(name, all -> values.forEach(all::number));
  }

  /** Visits a group of fields, which {@code shown} visits once. */
  void group(String name, Consumer<Fields> shown);

  /**
   * Visits a list, which may be empty and is iterated over once; {@code shown} visits the fields of
   * one item.
   */
  <T> void list(String name, Iterable<T> items, BiConsumer<T, Fields> shown);

  /**
   * {@return the receiver of optional fields: a document omits them if they are absent, a table
   * leaves their columns empty}
   */
  default Fields when(boolean present) {
    return this;
  }
}
