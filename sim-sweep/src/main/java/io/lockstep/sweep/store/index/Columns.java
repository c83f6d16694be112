// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import io.lockstep.run.result.FieldType;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultFields;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The variable columns of the view {@code points}. Parameters and overrides are columns of the
 * table of results; statistics are elements of a JSON array. SQLite ignores the case of names, so a
 * number is appended to a name that differs from an earlier name in case alone.
 */
final class Columns {
  /** Maximum number of columns; SQLite allows 2000. */
  static final int MOST = 1900;

  private static final int NONE = -1;

  enum Kind {
    PARAMETER("param."),
    OVERRIDE("set."),
    /** Overrides that are numbers, relative ones included. */
    VALUE("value."),
    STATISTIC("");

    final String beginning;

    Kind(String beginning) {
      this.beginning = beginning;
    }

    String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The fields of a result that are columns; hashes come last, because they are long. */
  static final List<ResultField<?>> FIELDS =
      ResultFields.PRINTED.stream()
          .filter(ResultField::isScalar)
          .sorted(Comparator.comparing(field -> field.kind() == FieldType.Kind.HEX))
          .<ResultField<?>>map(field -> field)
          .toList();

  /** The columns of the view {@code points} that describe the build, by name. */
  private static final SortedMap<String, String> BUILD =
      new TreeMap<>(Map.of("version", "version", "build", "digest", "plugins", "plugins"));

  /** The first columns of the view {@code points}, in order. */
  private static final List<String> FIXED =
      Stream.of(
              Stream.of("point", "key"),
              FIELDS.stream().map(ResultField::name),
              Stream.of("host", "process", "shard", "attempt", "wall_seconds", "signal"),
              BUILD.keySet().stream())
          .flatMap(names -> names)
          .toList();

  private static boolean isBinary(String name) {
    return name.equals("key")
        || FIELDS.stream().anyMatch(f -> f.kind() == FieldType.Kind.HEX && f.name().equals(name));
  }

  /** Names that variable columns must not have. */
  private static final Set<String> TAKEN =
      Set.of(
          "repeatable",
          "digest",
          "segment",
          "offset",
          "length",
          "revision",
          "rowid",
          "oid",
          "_rowid_");

  private static final class Column {
    final String column;
    final int place; // index of a statistic in the array, otherwise -1
    long points; // number of current rows with a value
    long added; // change of {@code points} that is not in the database yet

    Column(String column, int place, long points) {
      this.column = column;
      this.place = place;
      this.points = points;
    }
  }

  private final List<TreeMap<String, Column>> byName =
      List.of(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
  private final List<Map<String, Column>> quick = // the same columns, for lookup only
      List.of(new HashMap<>(), new HashMap<>(), new HashMap<>(), new HashMap<>());
  private final Set<String> taken = new HashSet<>(TAKEN);
  private int places; // length of the array of statistics
  private boolean changed;

  Columns() {
    taken.addAll(FIXED);
  }

  static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  static Columns read(Connection connection) throws SQLException {
    Columns columns = new Columns();
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("select kind, name, \"column\", place, points from columns")) {
      while (row.next()) {
        Kind kind = Kind.valueOf(row.getString(1).toUpperCase(Locale.ROOT));
        String column = row.getString(3);
        columns.put(
            kind,
            row.getString(2),
            new Column(
                column,
                column != null && kind == Kind.STATISTIC ? row.getInt(4) : NONE,
                row.getLong(5)));
        if (column != null) {
          columns.places += kind == Kind.STATISTIC ? 1 : 0;
          columns.taken.add(column.toLowerCase(Locale.ROOT));
        }
      }
    }
    return columns;
  }

  private void put(Kind kind, String name, Column column) {
    of(kind).put(name, column);
    quick.get(kind.ordinal()).put(name, column);
  }

  private TreeMap<String, Column> of(Kind kind) {
    return byName.get(kind.ordinal());
  }

  /** Returns the names with a value in any current row, sorted. */
  List<String> used(Kind kind) {
    List<String> used = new ArrayList<>();
    of(kind).forEach((name, column) -> used.addAll(column.points > 0 ? List.of(name) : List.of()));
    return used;
  }

  /** Returns all names with a column, sorted; {@link #columns} has the same order. */
  List<String> names(Kind kind) {
    List<String> names = new ArrayList<>();
    of(kind).forEach((name, c) -> names.addAll(c.column != null ? List.of(name) : List.of()));
    return names;
  }

  /** Returns the quoted columns of the table of results, in the order of {@link #names}. */
  List<String> columns(Kind kind) {
    return of(kind).values().stream()
        .filter(c -> c.column != null)
        .map(c -> quoted(c.column))
        .toList();
  }

  /** Returns the index of a known statistic in the array; -1 if it has no column. */
  int place(String name) {
    return quick.get(Kind.STATISTIC.ordinal()).get(name).place;
  }

  /** Returns the names that have no column because the view is full. */
  List<String> left(Kind kind) {
    List<String> left = new ArrayList<>();
    of(kind).forEach((name, c) -> left.addAll(c.column == null ? List.of(name) : List.of()));
    return left;
  }

  /** Adjusts the counts of names for a row that became current (1) or was replaced (-1). */
  void count(Kind kind, Collection<String> names, int by) {
    for (String name : names) {
      Column column = quick.get(kind.ordinal()).get(name);
      if (column != null) {
        column.points += by;
        column.added += by;
      }
    }
  }

  /**
   * Adds columns for new names; needs an open transaction.
   *
   * @return whether any name was new
   */
  boolean add(Connection connection, Kind kind, Collection<String> names) throws SQLException {
    if (quick.get(kind.ordinal()).keySet().containsAll(names)) {
      return false;
    }
    List<String> made = new ArrayList<>();
    boolean any = false;
    try (PreparedStatement insert =
        connection.prepareStatement("insert into columns values (?, ?, ?, ?, 0)")) {
      for (String name : names) {
        if (!of(kind).containsKey(name)) {
          any = true;
          String column = taken.size() < MOST ? free(kind.beginning + name) : null;
          int place = column == null || kind != Kind.STATISTIC ? NONE : places++;
          put(kind, name, new Column(column, place, 0));
          if (column != null) {
            made.add(column);
          }
          insert.setString(1, kind.key());
          insert.setString(2, name);
          insert.setString(3, column);
          insert.setObject(4, place == NONE ? null : place);
          insert.executeUpdate();
        }
      }
    }
    if (kind != Kind.STATISTIC) {
      try (Statement statement = connection.createStatement()) {
        for (String column : made) {
          statement.executeUpdate("alter table results add column " + quoted(column));
        }
      }
    }
    changed |= any;
    return any;
  }

  private String free(String wanted) {
    String plain = wanted.replaceAll("[\\p{Cntrl}\\p{Cs}]", "_");
    String name = plain;
    for (int i = 2; !taken.add(name.toLowerCase(Locale.ROOT)); i++) {
      name = plain + "_" + i;
    }
    return name;
  }

  /** Writes the changes; needs an open transaction. */
  void write(Connection connection) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement(
            "update columns set points = points + ? where kind = ? and name = ?")) {
      for (Kind kind : Kind.values()) {
        for (var e : of(kind).entrySet()) {
          if (e.getValue().added != 0) {
            update.setLong(1, e.getValue().added);
            update.setString(2, kind.key());
            update.setString(3, e.getKey());
            update.executeUpdate();
            e.getValue().added = 0;
          }
        }
      }
    }
    if (changed) {
      view(connection);
      changed = false;
    }
  }

  /** Creates the view {@code points}; needs an open transaction. */
  void view(Connection connection) throws SQLException {
    List<String> select = new ArrayList<>();
    for (String name : FIXED) {
      select.add(
          isBinary(name)
              ? "case typeof(r.%s) when 'blob' then lower(hex(r.%s)) else r.%s end as %s"
                  .formatted(name, name, name, name)
              : BUILD.containsKey(name)
                  ? "b." + BUILD.get(name) + " as " + name
                  : "r." + name + " as " + name);
    }
    columns(Kind.PARAMETER).forEach(c -> select.add("r." + c + " as " + c));
    columns(Kind.OVERRIDE).forEach(c -> select.add("r." + c + " as " + c));
    columns(Kind.VALUE).forEach(c -> select.add("r." + c + " as " + c));
    for (Column c : of(Kind.STATISTIC).values()) {
      if (c.column != null) {
        select.add("json_extract(s.figures, '$[" + c.place + "]') as " + quoted(c.column));
      }
    }
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("drop view if exists points");
      statement.executeUpdate(
          "create view points as select "
              + String.join(", ", select)
              + " from results r left join statistics s on s.point = r.point"
              + " left join builds b on b.id = r.build");
    }
  }
}
