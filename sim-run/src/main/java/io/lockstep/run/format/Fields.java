// SPDX-License-Identifier: Apache-2.0
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
 * renders it. A name ends with the unit of its value if there is one.
 */
public interface Fields {
  /** A text; null if unknown. */
  void text(String name, String value);

  /** A number with all of its digits; null if unknown. */
  default void number(String name, BigDecimal value) {
    text(name, value == null ? null : value.toPlainString());
  }

  default void number(String name, long value) {
    number(name, BigDecimal.valueOf(value));
  }

  /** A quotient; 0 if the denominator is 0. */
  default void ratio(String name, long numerator, long denominator) {
    number(name, Numbers.ratio(numerator, denominator));
  }

  /** A truth value; null if unknown. */
  default void flag(String name, Boolean value) {
    text(name, value == null ? null : value.toString());
  }

  /** A constant, printed in lower case. */
  default void word(String name, Enum<?> value) {
    text(name, value.name().toLowerCase(Locale.ROOT));
  }

  /** Several texts; may be empty. */
  default void texts(String name, Collection<String> values) {
    text(name, String.join("; ", values));
  }

  default void numbers(String name, long... values) {
    texts(name, LongStream.of(values).mapToObj(Long::toString).toList());
  }

  /** A group of values with dynamic names, as they were typed. */
  default void typed(String name, Map<String, String> values) {
    group(name, all -> values.forEach(all::text));
  }

  /** A group of numbers with dynamic names. */
  default void figures(String name, Map<String, BigDecimal> values) {
    group(name, all -> values.forEach(all::number));
  }

  /** A group of fields, which {@code shown} visits once. */
  void group(String name, Consumer<Fields> shown);

  /** A list, which may be empty; {@code shown} visits the fields of one item. */
  <T> void list(String name, Collection<T> items, BiConsumer<T, Fields> shown);

  /**
   * {@return the receiver of optional fields: a document omits them if they are absent, a table
   * leaves their columns empty}
   */
  default Fields when(boolean present) {
    return this;
  }
}
