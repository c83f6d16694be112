// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.answer;

import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The declared fields and columns of an answer, and the documents and tables that follow from them.
 *
 * @param <T> class whose instances the answer shows
 */
public abstract class Declared<T> {
  /**
   * A declared field.
   *
   * @param <T> class whose instances the answer shows
   */
  static final class Field<T> {
    final String name;
    final FieldKind kind;
    final String meaning;
    final Declared<?> of; // declaration of the objects in a group or list; null for others
    final BiConsumer<T, Fields> write;
    final Map<String, Object> keywords = new TreeMap<>(); // further keywords of the schema
    List<String> words = List.of(); // legal values; empty if they are not restricted
    boolean isNullable;
    Predicate<T> present; // whether a document has the field; null if every document has it
    boolean isColumn; // whether tables have an empty cell where documents lack the field
    Function<T, String> cell; // text of the cell in CSV; null to derive it from the value

    Field(
        String name, FieldKind kind, String meaning, Declared<?> of, BiConsumer<T, Fields> write) {
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

  final List<Field<T>> fields = new ArrayList<>();
  final List<Column<T>> columns = new ArrayList<>();
  List<String> lessImportant = List.of();
  Optional<Known> known = Optional.empty();
  private final String title;
  private final String description;

  /** Fields that are null unless another field is one of several words. */
  record Known(List<String> fields, String unless, List<String> words) {}

  Declared(String title, String description) {
    this.title = title;
    this.description = description;
  }

  /** {@return the columns of the table in order} */
  public List<Column<T>> columns() {
    return Collections.unmodifiableList(columns);
  }

  /** {@return headings of the columns that a narrow screen may omit, the least important first} */
  public List<String> lessImportant() {
    return lessImportant;
  }

  /** Writes the fields of a value in their order. */
  public void write(T value, Fields to) {
    fields.forEach(field -> write(field, value, to));
  }

  static <T> void write(Field<T> field, T value, Fields to) {
    if (field.present == null || field.present.test(value)) {
      field.write.accept(value, to);
    } else if (field.isColumn) {
      to.when(false).text(field.name, null);
    }
  }

  /**
   * {@return the JSON document of a value}
   *
   * @param version version of Lockstep, the first field
   * @param value what the document shows
   */
  public String json(String version, T value) {
    return JsonDocument.of(version, to -> write(value, to));
  }

  /**
   * Writes the JSON document of a value that need not fit into memory. Each object of a list is on
   * its own line. If a list throws, the document stays incomplete.
   *
   * @throws UncheckedIOException if writing fails
   */
  public void stream(String version, T value, Writer to) {
    JsonDocument.stream(to, version, fields -> write(value, fields));
  }

  /**
   * Passes on a CSV header and a line for each value, one after the other.
   *
   * @param names names of the fields that are columns
   */
  public void stream(Collection<String> names, Iterable<T> values, Consumer<String> to) {
    CsvRows csv = CsvRows.of(names);
    to.accept(csv.header());
    for (T value : values) {
      to.accept(csv.row(fields -> write(value, fields)).drain(names.size()));
    }
  }

  /** {@return CSV text with a line for each value and a column for each field with one value} */
  public String csv(Collection<T> values) {
    List<Field<T>> cells = fields.stream().filter(Field::isInCsv).toList();
    return lines(CsvRows.of(cells.stream().map(f -> f.name).toList()), cells, values);
  }

  /**
   * {@return CSV text with a line for each value and columns for all fields; an object and values
   * by name have a column for each of their fields, and a list without a cell has the first field
   * of each item}
   *
   * @param prefixes column prefixes of fields whose prefix is not their name and a dot
   * @param values what the lines show
   */
  public String csvOfAll(Map<String, String> prefixes, Collection<T> values) {
    String[] names = fields.stream().map(f -> f.name).toArray(String[]::new);
    return lines(CsvRows.all(prefixes, names), fields, values);
  }

  private static <T> String lines(CsvRows csv, List<Field<T>> cells, Collection<T> values) {
    for (T value : values) {
      csv.row(
          to -> {
            for (Field<T> f : cells) {
              if (f.cell == null) {
                write(f, value, to);
              } else {
                to.text(f.name, f.cell.apply(value));
              }
            }
          });
    }
    return csv.text();
  }

  /** {@return CSV text with the columns of the table} */
  public String csvOfTable(Collection<? extends T> rows) {
    CsvRows csv = CsvRows.of(columns.stream().map(c -> c.heading().name()).toList());
    for (T row : rows) {
      csv.row(to -> columns.forEach(c -> to.text(c.heading().name(), c.cell().apply(row))));
    }
    return csv.text();
  }

  String title() {
    return title;
  }

  String description() {
    return description;
  }

  Optional<Known> known() {
    return known;
  }

  List<Field<T>> fields() {
    return fields;
  }
}
