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
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Columns of the view {@code points} that are not known in advance: parameters and overrides, which
 * are columns of the table of results, and statistics, which are values of a JSON array. Of names
 * that differ in case alone, which SQLite does not tell apart, the later one gets a number. Not
 * thread-safe.
 */
final class Columns {
  /** What a view of SQLite may have, with room for those that are known in advance. */
  static final int MOST = 1900;

  private static final int NONE = -1;

  /** What a column holds. */
  enum Kind {
    PARAMETER("param."),
    OVERRIDE("set."),
    STATISTIC("");

    final String beginning;

    Kind(String beginning) {
      this.beginning = beginning;
    }

    String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The fields of a result that are columns; long hashes come last. */
  static final List<ResultField<?>> FIELDS =
      ResultFields.PRINTED.stream()
          .filter(ResultField::isScalar)
          .sorted(Comparator.comparing(field -> field.kind() == FieldType.Kind.HEX))
          .<ResultField<?>>map(field -> field)
          .toList();

  /** What the view {@code points} has of the table of results, in its order. */
  private static final List<String> FIXED =
      Stream.of(
              Stream.of("point", "key"),
              FIELDS.stream().map(ResultField::name),
              Stream.of("host", "process", "shard", "attempt", "wall_seconds", "signal"))
          .flatMap(names -> names)
          .toList();

  private static boolean isBinary(String name) {
    return name.equals("key")
        || FIELDS.stream().anyMatch(f -> f.kind() == FieldType.Kind.HEX && f.name().equals(name));
  }

  /** Names that a column cannot have. */
  private static final Set<String> TAKEN =
      Set.of("repeatable", "digest", "segment", "offset", "length", "rowid", "oid", "_rowid_");

  /** A name with its column; null if the view has no room for it. */
  private static final class Column {
    final String column;
    final int place; // of a statistic: in the array; else -1
    long points; // that stand and have it
    long added; // since it was read

    Column(String column, int place, long points) {
      this.column = column;
      this.place = place;
      this.points = points;
    }
  }

  private final List<TreeMap<String, Column>> byName =
      List.of(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
  private final List<Map<String, Column>> quick = // the same, looked up only
      List.of(new HashMap<>(), new HashMap<>(), new HashMap<>());
  private final Set<String> taken = new HashSet<>(TAKEN);
  private int places; // of the array of statistics
  private boolean changed;

  Columns() {
    taken.addAll(FIXED);
  }

  static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** What a database has. */
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

  /** Names that rows have which stand, sorted. */
  List<String> used(Kind kind) {
    List<String> used = new ArrayList<>();
    of(kind).forEach((name, column) -> used.addAll(column.points > 0 ? List.of(name) : List.of()));
    return used;
  }

  /** All names with a column, sorted; the columns in the same order are {@link #columns}. */
  List<String> names(Kind kind) {
    List<String> names = new ArrayList<>();
    of(kind).forEach((name, c) -> names.addAll(c.column != null ? List.of(name) : List.of()));
    return names;
  }

  /** Columns of the table of results, quoted, in the order of {@link #names}. */
  List<String> columns(Kind kind) {
    return of(kind).values().stream()
        .filter(c -> c.column != null)
        .map(c -> quoted(c.column))
        .toList();
  }

  /**
   * A statistic's place in the array; -1 if it has none.
   *
   * @param name of a statistic that was added
   */
  int place(String name) {
    return quick.get(Kind.STATISTIC.ordinal()).get(name).place;
  }

  /** Names without a column: the view is full. */
  List<String> left(Kind kind) {
    List<String> left = new ArrayList<>();
    of(kind).forEach((name, c) -> left.addAll(c.column == null ? List.of(name) : List.of()));
    return left;
  }

  /** Counts a point that has come to stand, or stands no more. */
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
   * Adds columns for names that have none; inside of a transaction.
   *
   * @return whether there were any
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

  /** Writes what has changed; inside of a transaction. */
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

  /** Makes the view for people; inside of a transaction. */
  void view(Connection connection) throws SQLException {
    List<String> select = new ArrayList<>();
    for (String name : FIXED) {
      select.add(
          isBinary(name)
              ? "case typeof(r.%s) when 'blob' then lower(hex(r.%s)) else r.%s end as %s"
                  .formatted(name, name, name, name)
              : "r." + name + " as " + name);
    }
    columns(Kind.PARAMETER).forEach(c -> select.add("r." + c + " as " + c));
    columns(Kind.OVERRIDE).forEach(c -> select.add("r." + c + " as " + c));
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
              + " from results r left join statistics s on s.point = r.point");
    }
  }
}
