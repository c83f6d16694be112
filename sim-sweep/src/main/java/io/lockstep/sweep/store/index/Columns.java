// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultFields;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The names of values in the JSON array of a row, each with its place in the array and its column
 * in the view {@code points}. SQLite ignores the case of names, so a number is appended to a name
 * that differs from an earlier name in case alone.
 */
final class Columns {
  /** Maximum number of columns; SQLite allows 2000. */
  static final int MOST = 1900;

  enum Kind {
    /** Fields of a result and of its origin. */
    FIELD(""),
    PARAMETER("param."),
    OVERRIDE("set."),
    /** Overrides that are numbers, relative ones included. */
    VALUE("value."),
    STATISTIC("");

    final String beginning;

    Kind(String beginning) {
      this.beginning = beginning;
    }
  }

  private static final List<ResultField<?>> HASHES =
      List.of(ResultFields.FINGERPRINT, ResultFields.TRACE_SHA256, ResultFields.DEVICE_SHA256);

  /** The fields of a result that are columns; hashes come last, because they are long. */
  static final List<ResultField<?>> FIELDS =
      ResultFields.PRINTED.stream()
          .filter(ResultField::isScalar)
          .sorted(Comparator.comparing(HASHES::contains))
          .<ResultField<?>>map(field -> field)
          .toList();

  /** The names of kind {@link Kind#FIELD}, in the order of their places. */
  static final List<String> FIXED =
      Stream.concat(
              FIELDS.stream().map(ResultField::name),
              Stream.of("host", "process", "shard", "attempt", "wall_seconds", "signal"))
          .toList();

  /** The columns of the view {@code points} that are not in the array, with their expressions. */
  private static final List<String> BEFORE = List.of("r.point", "lower(hex(r.key)) as key");

  private static final List<String> BEHIND =
      List.of("b.digest as build", "b.plugins as plugins", "b.version as version");

  /** Names that variable columns must not have, besides {@link #FIXED}. */
  private static final Set<String> TAKEN =
      Set.of("point", "key", "build", "plugins", "version", "rowid", "oid", "_rowid_");

  /** A name; its column is null if the view is full. */
  private record Column(int place, String column) {}

  private final List<Map<String, Column>> byName =
      Arrays.stream(Kind.values()).<Map<String, Column>>map(k -> new HashMap<>()).toList();
  private final Set<String> taken = new HashSet<>(TAKEN);
  private int places;
  private boolean changed;

  /** Reads the names, or makes those of a new database. */
  static Columns read(Connection connection) throws SQLException {
    Columns columns = new Columns();
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("select place, kind, name, \"column\" from columns")) {
      while (row.next()) {
        Kind kind = Kind.valueOf(row.getString(2));
        columns.put(kind, row.getString(3), new Column(row.getInt(1), row.getString(4)));
      }
    }
    return columns;
  }

  static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  private void put(Kind kind, String name, Column column) {
    of(kind).put(name, column);
    places++;
    if (column.column != null) {
      taken.add(column.column.toLowerCase(Locale.ROOT));
    }
  }

  private Map<String, Column> of(Kind kind) {
    return byName.get(kind.ordinal());
  }

  /** Returns the length of the array. */
  int places() {
    return places;
  }

  /** Returns the place of a known name. */
  int place(Kind kind, String name) {
    return of(kind).get(name).place;
  }

  /** Returns the names that any current row has, sorted. */
  List<String> used(Connection connection, Kind kind) throws SQLException {
    BitSet used = new BitSet();
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select places from shapes where id in (select shape from results)")) {
      while (row.next()) {
        Stream.of(row.getString(1).split(",")).mapToInt(Integer::parseInt).forEach(used::set);
      }
    }
    return of(kind).keySet().stream().filter(name -> used.get(place(kind, name))).sorted().toList();
  }

  /** Returns the names that have no column because the view is full, sorted. */
  List<String> left(Kind kind) {
    return of(kind).keySet().stream()
        .filter(name -> of(kind).get(name).column == null)
        .sorted()
        .toList();
  }

  /** Adds new names; needs an open transaction. */
  void add(Connection connection, Kind kind, Collection<String> names) throws SQLException {
    for (String name : names) {
      if (!of(kind).containsKey(name)) {
        String column = taken.size() < MOST ? free(kind.beginning + name) : null;
        Database.update(
            connection,
            "insert into columns values (?, ?, ?, ?)",
            places,
            kind.name(),
            name,
            column);
        put(kind, name, new Column(places, column));
        changed = true;
      }
    }
  }

  private String free(String wanted) {
    String plain = wanted.replaceAll("[\\p{Cntrl}\\p{Cs}]", "_");
    String name = plain;
    for (int i = 2; taken.contains(name.toLowerCase(Locale.ROOT)); i++) {
      name = plain + "_" + i;
    }
    return name;
  }

  /** Creates the view {@code points} anew if names were added; needs an open transaction. */
  void write(Connection connection) throws SQLException {
    if (!changed) {
      return;
    }
    List<String> select = new ArrayList<>(BEFORE);
    for (Kind kind : Kind.values()) {
      // fields are in the order of their places, others sorted
      Map<String, Column> sorted = new TreeMap<>(kind == Kind.FIELD ? byPlace() : null);
      sorted.putAll(of(kind));
      select.addAll(
          sorted.values().stream()
              .filter(c -> c.column != null)
              .map(c -> "json_extract(r.data, '$[" + c.place + "]') as " + quoted(c.column))
              .toList());
      select.addAll(kind == Kind.FIELD ? BEHIND : List.of());
    }
    Database.update(connection, "drop view if exists points");
    Database.update(
        connection,
        select.stream()
            .collect(
                Collectors.joining(
                    ", ",
                    "create view points as select ",
                    " from results r left join builds b on b.id = r.build")));
    changed = false;
  }

  private Comparator<String> byPlace() {
    return Comparator.comparingInt(name -> place(Kind.FIELD, name));
  }
}
