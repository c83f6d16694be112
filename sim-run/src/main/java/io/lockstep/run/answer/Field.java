// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.answer;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A declared field.
 *
 * @param <T> class whose instances the answer shows
 */
final class Field<T> {
  final String name;
  final FieldKind kind;
  final String meaning;
  final Answer<?> of; // declaration of the objects in a group or list; null for others
  final BiConsumer<T, Fields> write;
  final Map<String, Object> keywords = new TreeMap<>(); // further keywords of the schema
  List<String> words = List.of(); // legal values; empty if they are not restricted
  boolean isNullable;
  Predicate<T> present; // whether a document has the field; null if every document has it
  boolean isColumn; // whether tables have an empty cell where documents lack the field
  Function<T, String> cell; // text of the cell in CSV; null to derive it from the value

  Field(String name, FieldKind kind, String meaning, Answer<?> of, BiConsumer<T, Fields> write) {
    this.name = name;
    this.kind = kind;
    this.meaning = meaning;
    this.of = of;
    this.write = write;
    isColumn = kind.isCell();
  }

  /** Returns a field with the same schema. */
  <U> Field<U> like(BiConsumer<U, Fields> writing) {
    Field<U> same = new Field<>(name, kind, meaning, of, writing);
    same.keywords.putAll(keywords);
    same.words = words;
    same.isNullable = isNullable;
    same.isColumn = isColumn;
    return same;
  }

  boolean isOptional() {
    return present != null;
  }

  boolean isInCsv() {
    return kind.isScalar() || cell != null;
  }
}
