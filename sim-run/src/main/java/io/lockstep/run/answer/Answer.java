// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.answer;

import io.lockstep.run.Numbers;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The declaration of an answer or of an object within one: fields of documents in their order, and
 * columns of tables. Each field is declared once; JSON, CSV and the published schema ({@code
 * AnswerSchema}) follow. Names are never changed, because scripts rely on them; new fields may be
 * added.
 *
 * <p>A declaration is built once, in a constant, and is not modified afterwards. Each method adds a
 * field and returns the declaration; {@link #orNull} and {@link #when} qualify the last field.
 *
 * @param <T> class whose instances the answer shows
 */
public final class Answer<T> extends Declared<T> {
  private Answer(String title, String description) {
    super(title, description);
  }

  /**
   * {@return the empty declaration of a document}
   *
   * @param title title of its schema
   * @param description sentence that names the command which prints it
   * @param <T> class whose instances the answer shows
   */
  public static <T> Answer<T> of(String title, String description) {
    return new Answer<>(title, description);
  }

  /**
   * {@return the empty declaration of an object within a document}
   *
   * @param <T> class whose instances the object shows
   */
  public static <T> Answer<T> part() {
    return new Answer<>("", "");
  }

  private Answer<T> add(
      String name, FieldKind kind, String meaning, Answer<?> of, BiConsumer<T, Fields> write) {
    fields.add(new Field<>(name, kind, meaning, of, write));
    return this;
  }

  private Field<T> last() {
    return fields.get(fields.size() - 1);
  }

  /** Adds a text. */
  public Answer<T> text(String name, String meaning, Function<T, String> value) {
    return add(name, FieldKind.TEXT, meaning, null, (t, to) -> to.text(name, value.apply(t)));
  }

  /** Adds a text field whose value is null if the text is empty or null. */
  public Answer<T> textOrNull(String name, String meaning, Function<T, String> value) {
    return text(
            name,
            meaning,
            t -> {
              String text = value.apply(t);
              return text == null || text.isEmpty() ? null : text;
            })
        .orNull();
  }

  /** Adds a text that documents lack where it is empty. */
  public Answer<T> textIfAny(String name, String meaning, Function<T, String> value) {
    return text(name, meaning, value).when(t -> !value.apply(t).isEmpty());
  }

  /** Adds a text that is one of several words. */
  public Answer<T> word(
      String name, String meaning, List<String> words, Function<T, String> value) {
    text(name, meaning, value).last().words = List.copyOf(words);
    return this;
  }

  /** Adds a constant of an enum, printed in lower case. */
  public <E extends Enum<E>> Answer<T> word(
      String name, String meaning, Class<E> of, Function<T, E> value) {
    List<String> words = Stream.of(of.getEnumConstants()).map(Answer::lower).toList();
    return word(
        name,
        meaning,
        words,
        t -> {
          E constant = value.apply(t);
          return constant == null ? null : lower(constant);
        });
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** Adds a whole number. */
  public Answer<T> integer(String name, String meaning, ToLongFunction<T> value) {
    return add(
        name, FieldKind.INTEGER, meaning, null, (t, to) -> to.number(name, value.applyAsLong(t)));
  }

  /** Adds a whole number that is null where a condition does not hold. */
  public Answer<T> integer(
      String name, String meaning, Predicate<T> known, ToLongFunction<T> value) {
    return add(
            name,
            FieldKind.INTEGER,
            meaning,
            null,
            (t, to) -> {
              if (known.test(t)) {
                to.number(name, value.applyAsLong(t));
              } else {
                to.text(name, null);
              }
            })
        .orNull();
  }

  /** Adds a number with all of its digits. */
  public Answer<T> number(String name, String meaning, Function<T, BigDecimal> value) {
    return add(name, FieldKind.NUMBER, meaning, null, (t, to) -> to.number(name, value.apply(t)));
  }

  /** Adds a number with all of its digits, or null. */
  public Answer<T> numberOrNull(String name, String meaning, Function<T, BigDecimal> value) {
    return number(name, meaning, value).orNull();
  }

  /** Adds a real number, rounded to nine digits after the decimal point. */
  public Answer<T> real(String name, String meaning, ToDoubleFunction<T> value) {
    return number(name, meaning, t -> Numbers.real(value.applyAsDouble(t)));
  }

  /** Adds a real number, rounded to nine digits after the decimal point; null for NaN. */
  public Answer<T> realOrNull(String name, String meaning, ToDoubleFunction<T> value) {
    return real(name, meaning, value).orNull();
  }

  /** Adds a quotient, which is 0 if the denominator is 0. */
  public Answer<T> ratio(
      String name, String meaning, ToLongFunction<T> numerator, ToLongFunction<T> denominator) {
    return add(
        name,
        FieldKind.NUMBER,
        meaning,
        null,
        (t, to) -> to.ratio(name, numerator.applyAsLong(t), denominator.applyAsLong(t)));
  }

  /** Adds a truth value. */
  public Answer<T> flag(String name, String meaning, Function<T, Boolean> value) {
    return add(name, FieldKind.FLAG, meaning, null, (t, to) -> to.flag(name, value.apply(t)));
  }

  /** Adds several texts. */
  public Answer<T> texts(
      String name, String meaning, Function<T, ? extends Collection<String>> value) {
    return add(name, FieldKind.TEXTS, meaning, null, (t, to) -> to.texts(name, value.apply(t)));
  }

  /** Adds several whole numbers. */
  public Answer<T> integers(String name, String meaning, Function<T, long[]> value) {
    return add(
        name, FieldKind.INTEGERS, meaning, null, (t, to) -> to.numbers(name, value.apply(t)));
  }

  /** Adds texts by name. */
  public Answer<T> named(String name, String meaning, Function<T, Map<String, String>> value) {
    return add(
        name,
        FieldKind.NAMED,
        meaning,
        null,
        (t, to) -> to.group(name, all -> value.apply(t).forEach(all::text)));
  }

  /** Adds values by name as the user typed them. */
  public Answer<T> typed(
      String name, String meaning, Function<T, ? extends Map<String, String>> value) {
    return add(name, FieldKind.TYPED, meaning, null, (t, to) -> to.typed(name, value.apply(t)));
  }

  /** Adds numbers by name, which CSV has in the order of the names. */
  public Answer<T> figures(
      String name, String meaning, Function<T, ? extends Map<String, BigDecimal>> value) {
    return add(name, FieldKind.FIGURES, meaning, null, (t, to) -> to.figures(name, value.apply(t)));
  }

  /** Adds numbers by name, which CSV has in the order of the map. */
  public Answer<T> numbers(
      String name, String meaning, Function<T, ? extends Map<String, BigDecimal>> value) {
    return add(
        name,
        FieldKind.FIGURES,
        meaning,
        null,
        (t, to) -> to.group(name, all -> value.apply(t).forEach(all::number)));
  }

  /** Adds whole numbers by name; the name of a key is the text that a function returns. */
  public <K> Answer<T> counts(
      String name, String meaning, Function<T, Map<K, Long>> value, Function<K, String> key) {
    return add(
        name,
        FieldKind.COUNTS,
        meaning,
        null,
        (t, to) -> {
          Map<String, BigDecimal> counts = new LinkedHashMap<>();
          value.apply(t).forEach((k, n) -> counts.put(key.apply(k), BigDecimal.valueOf(n)));
          to.figures(name, counts);
        });
  }

  /** Adds whole numbers by name. */
  public Answer<T> counts(String name, String meaning, Function<T, Map<String, Long>> value) {
    return counts(name, meaning, value, key -> key);
  }

  /** Adds fields with dynamic names: texts, numbers of class {@link BigDecimal}, and nulls. */
  public Answer<T> others(String meaning, Function<T, ? extends Map<String, ?>> values) {
    return add(
        "",
        FieldKind.OTHERS,
        meaning,
        null,
        (t, to) -> values.apply(t).forEach((name, value) -> to.value(name, value)));
  }

  /** Adds an object; null where the value is null. */
  public <U> Answer<T> group(
      String name, String meaning, Function<T, U> value, Answer<U> declared) {
    return add(
        name,
        FieldKind.GROUP,
        meaning,
        declared,
        (t, to) -> {
          U group = value.apply(t);
          if (group == null) {
            to.text(name, null);
          } else {
            to.group(name, fields -> declared.write(group, fields));
          }
        });
  }

  /** Adds a list of objects, which may be empty. */
  public <U> Answer<T> list(
      String name, String meaning, Function<T, ? extends Iterable<U>> value, Answer<U> declared) {
    return add(
        name,
        FieldKind.LIST,
        meaning,
        declared,
        (t, to) -> to.list(name, value.apply(t), declared::write));
  }

  /** Adds objects by name. */
  public <U> Answer<T> objects(
      String name, String meaning, Function<T, Map<String, U>> value, Answer<U> declared) {
    return add(
        name,
        FieldKind.OBJECTS,
        meaning,
        declared,
        (t, to) ->
            to.group(
                name,
                all ->
                    value.apply(t).forEach((k, u) -> all.group(k, of -> declared.write(u, of)))));
  }

  /** Adds the fields of another declaration, as if they were declared here. */
  public <U> Answer<T> include(Answer<U> other, Function<T, U> value) {
    Map<Predicate<U>, Predicate<T>> present = new IdentityHashMap<>();
    for (Field<U> f : other.fields) {
      Field<T> own = f.like((t, to) -> f.write.accept(value.apply(t), to));
      if (f.present != null) {
        own.present = present.computeIfAbsent(f.present, p -> t -> p.test(value.apply(t)));
      }
      if (f.cell != null) {
        own.cell = t -> f.cell.apply(value.apply(t));
      }
      fields.add(own);
    }
    other.known.ifPresent(k -> known = Optional.of(k));
    return this;
  }

  /** Adds scalar fields of another declaration, which are null where the value is null. */
  public <U> Answer<T> includeOrNull(Answer<U> other, Function<T, U> value) {
    for (Field<U> f : other.fields) {
      fields.add(
          f.like(
              (t, to) -> {
                U u = value.apply(t);
                if (u == null) {
                  to.text(f.name, null);
                } else {
                  write(f, u, to);
                }
              }));
      orNull();
    }
    return this;
  }

  /** Says that the last field may be null. */
  public Answer<T> orNull() {
    last().isNullable = true;
    return this;
  }

  /** Says that documents have the last field only where a condition holds. */
  public Answer<T> when(Predicate<T> present) {
    return whenLast(1, present);
  }

  /** Says that documents have the last {@code count} fields only where a condition holds. */
  public Answer<T> whenLast(int count, Predicate<T> present) {
    fields.subList(fields.size() - count, fields.size()).forEach(f -> f.present = present);
    return this;
  }

  /** Like {@link #when}, but tables have the column only if a row has the field. */
  public Answer<T> onlyWhen(Predicate<T> present) {
    last().isColumn = false;
    return when(present);
  }

  /** Adds a keyword to the schema of the last field. */
  public Answer<T> keyword(String keyword, Object value) {
    last().keywords.put(keyword, value);
    return this;
  }

  /** Says that nullable fields are null unless another field is one of several words. */
  public Answer<T> knownIf(List<String> names, String unless, List<String> words) {
    known = Optional.of(new Known(names, unless, words));
    return this;
  }

  /** Gives the last field a cell in CSV, although it has several values. */
  public Answer<T> cell(Function<T, String> text) {
    last().cell = text;
    return this;
  }

  /**
   * Adds a column of text to the table.
   *
   * @param heading short text above the column; the prefix '>' marks a column of numbers
   * @param cell text of a row's cell
   */
  public Answer<T> column(String heading, Function<T, String> cell) {
    return column(heading, "", cell);
  }

  /**
   * Adds a column to the table.
   *
   * @param heading short text above the column; the prefix '>' marks a column of numbers
   * @param meaning sentence that explains the column
   * @param cell text of a row's cell
   */
  public Answer<T> column(String heading, String meaning, Function<T, String> cell) {
    columns.add(new Column<>(Heading.of(heading).meaning(meaning), cell));
    return this;
  }

  /**
   * Adds columns with values of scalar fields.
   *
   * @param columns for each column the name of its field, after the heading and '=' if the heading
   *     differs; the prefix '>' marks a column of numbers: {@code ">group=group_size"}
   */
  public Answer<T> columnsOf(String... columns) {
    for (String c : columns) {
      int equals = c.indexOf('=');
      String heading = equals < 0 ? c : c.substring(0, equals);
      String field = equals < 0 && c.startsWith(">") ? c.substring(1) : c.substring(equals + 1);
      columnOf(heading, field, Cells.Cell::text);
    }
    return this;
  }

  /**
   * Adds a column with the value of a scalar field in another form.
   *
   * @param heading short text above the column; the prefix '>' marks a column of numbers
   * @param field name of a field that is declared already
   * @param shown text of a value
   */
  public Answer<T> columnOf(String heading, String field, Function<Cells.Cell, String> shown) {
    Field<T> of = fields.stream().filter(f -> f.name.equals(field)).findFirst().orElseThrow();
    return column(heading, t -> shown.apply(Cells.of(to -> write(of, t, to)).get(field)));
  }

  /** Names columns that a narrow screen may omit, the least important first. */
  public Answer<T> lessImportant(String... headings) {
    lessImportant = List.of(headings);
    return this;
  }
}
