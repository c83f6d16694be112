// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.answer;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rows of fields as CSV (RFC 4180): one header line, with the union of the rows' fields as columns.
 * The columns of a group are prefixed with its name. Not thread-safe.
 */
public final class CsvRows implements Fields {
  private static final Pattern PLAIN = Pattern.compile("[^\",\\r\\n]*");

  private final boolean any;
  private final Map<String, String> beginnings;
  private final Map<String, Set<Column>> columns = new LinkedHashMap<>(); // by outermost field
  private final List<Map<Column, String>> rows = new ArrayList<>();
  private String section = ""; // outermost field being visited, or empty
  private String beginning = "";

  private record Column(String section, String name) {}

  private CsvRows(boolean any, Map<String, String> beginnings, Collection<String> first) {
    this.any = any;
    this.beginnings = beginnings;
    first.forEach(name -> columns.put(name, new LinkedHashSet<>()));
  }

  /**
   * {@return empty rows that accept all fields; a new field adds a column}
   *
   * @param beginnings column prefixes of groups and maps whose prefix is not their name and a dot
   * @param first fields of the first columns, in order, because scripts may rely on column numbers
   */
  public static CsvRows all(Map<String, String> beginnings, String... first) {
    return new CsvRows(true, beginnings, List.of(first));
  }

  /** {@return empty rows with fixed columns; other fields are ignored} */
  public static CsvRows of(Collection<String> names) {
    CsvRows rows = new CsvRows(false, Map.of(), names);
    rows.columns.forEach((name, of) -> of.add(new Column(name, name)));
    return rows;
  }

  /** Adds a row; the last of several fields with the same name is kept. */
  public CsvRows row(Consumer<Fields> shown) {
    rows.add(new HashMap<>());
    shown.accept(this);
    return this;
  }

  public String text() {
    return header() + lines();
  }

  public String header() {
    return line(all().map(Column::name));
  }

  /**
   * Returns the lines of the current rows and removes them.
   *
   * @throws IllegalStateException if one of these rows has added a column
   */
  public String drain(int columnsBefore) {
    if (all().count() != columnsBefore) {
      throw new IllegalStateException("a column that was not declared");
    }
    String text = lines();
    rows.clear();
    return text;
  }

  private String lines() {
    List<Column> header = all().toList();
    StringBuilder out = new StringBuilder();
    rows.forEach(row -> out.append(line(header.stream().map(c -> row.getOrDefault(c, "")))));
    return out.toString();
  }

  public int width() {
    return (int) all().count();
  }

  private Stream<Column> all() {
    return columns.values().stream().flatMap(Set::stream);
  }

  private static String line(Stream<String> cells) {
    return cells
        .map(c -> PLAIN.matcher(c).matches() ? c : '"' + c.replace("\"", "\"\"") + '"')
        .collect(Collectors.joining(",", "", "\n"));
  }

  @Override
  public void text(String name, String value) {
    Column column = new Column(section.isEmpty() ? name : section, beginning + name);
    if (any) {
      columns.computeIfAbsent(column.section, n -> new LinkedHashSet<>()).add(column);
    }
    rows.get(rows.size() - 1).put(column, value == null ? "" : value);
  }

  @Override
  public void typed(String name, Map<String, String> values) {
    sorted(name, group -> values.forEach(group::text));
  }

  @Override
  public void figures(String name, Map<String, BigDecimal> values) {
    sorted(name, group -> values.forEach(group::number));
  }

  private void sorted(String name, Consumer<Fields> shown) {
    Set<Column> of = columns.computeIfAbsent(name, n -> new LinkedHashSet<>());
    if (!(of instanceof TreeSet)) {
      columns.put(name, new TreeSet<>(Comparator.comparing(Column::name)));
    }
    group(name, shown);
  }

  @Override
  public void group(String name, Consumer<Fields> shown) {
    String outer = section;
    String before = beginning;
    section = outer.isEmpty() ? name : outer;
    beginning = before + beginnings.getOrDefault(name, name + ".");
    shown.accept(this);
    section = outer;
    beginning = before;
  }

  /** Writes a list as one cell, with the first field of each item. */
  @Override
  public <T> void list(String name, Iterable<T> items, BiConsumer<T, Fields> shown) {
    List<String> firsts = new ArrayList<>();
    for (T item : items) {
      CsvRows alone = all(Map.of()).row(fields -> shown.accept(item, fields));
      firsts.add(alone.rows.get(0).get(alone.columns.values().iterator().next().iterator().next()));
    }
    text(name, String.join(" ", firsts));
  }
}
