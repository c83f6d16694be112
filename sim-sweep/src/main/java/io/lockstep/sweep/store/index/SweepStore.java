// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.io.Suggestions;
import io.lockstep.io.output.ProcessFiles;
import io.lockstep.run.Catalogue;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultField.Presence;
import io.lockstep.study.store.PointOutcome;
import io.lockstep.sweep.point.RelativeSettings;
import io.lockstep.sweep.store.SegmentAccess;
import io.lockstep.sweep.store.SweepFolder;
import io.lockstep.sweep.store.index.Columns.Kind;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The current results of a sweep. The underlying database is built from the segments; the next
 * {@link #ingest} rebuilds it if it is missing, damaged or of another version. Several processes
 * may open a store of the same sweep; not thread-safe.
 *
 * <p>All methods except {@link #query} throw {@link OutputException} if the database cannot be
 * written, which is also necessary for reading.
 */
public final class SweepStore implements AutoCloseable {
  private static final int PAGE = 1000;
  private static final Pattern UNKNOWN = Pattern.compile("no such column: (.+)");
  private static final MathContext DIGITS = new MathContext(15);
  private static final int LONGEST_PLAIN = 20;

  private final SweepFolder sweep;
  private final Path index;
  private final Path temporary; // null if the sweep folder is writable
  private final RelativeSettings relative;
  private Connection connection; // null until needed

  private interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  private SweepStore(SweepFolder sweep, boolean writable, RelativeSettings relative) {
    this.sweep = sweep;
    this.relative = relative;
    try {
      temporary = writable ? null : ProcessFiles.newFolder();
      index = writable ? sweep.index() : temporary.resolve(sweep.index().getFileName());
    } catch (IOException e) {
      throw new OutputException(System.getProperty("java.io.tmpdir"), e);
    }
  }

  /**
   * Opens the store of a sweep folder. If the folder is read-only, the index is a temporary file.
   * {@link #ingest} adds new rows.
   *
   * @throws InputException if the folder is not a sweep folder
   */
  public static SweepStore open(Path folder) {
    return open(folder, Files.isWritable(folder));
  }

  /**
   * Opens the store of a sweep folder, with the values of settings that multiply parameters.
   *
   * @param devices returns the devices of the sweep; called when such a setting is read first
   * @throws InputException if the folder is not a sweep folder
   */
  public static SweepStore open(Path folder, Function<SweepFolder, Catalogue> devices) {
    SweepFolder sweep = SweepFolder.open(folder);
    return new SweepStore(
        sweep, Files.isWritable(folder), new RelativeSettings(() -> devices.apply(sweep)));
  }

  static SweepStore open(Path folder, boolean writable) {
    return new SweepStore(SweepFolder.open(folder), writable, RelativeSettings.NONE);
  }

  public SweepFolder folder() {
    return sweep;
  }

  /** Returns what converts settings such as {@code l2.size=*0.5} to the values of a device. */
  public RelativeSettings relative() {
    return relative;
  }

  /** Adds new rows of the segments to the index, and returns their number. */
  public long ingest() {
    return working(c -> new Ingester(sweep, c, relative).ingest());
  }

  /** Empties the index and rebuilds it. */
  void remake() {
    doing(
        c -> {
          try (Statement statement = c.createStatement()) {
            statement.execute("begin immediate");
            Schema.drop(c);
            statement.execute("commit");
          }
          return new Ingester(sweep, c, relative).ingest();
        });
  }

  public SweepStatus status() {
    return doing(c -> new StatusReader(sweep, c, System.currentTimeMillis()).read());
  }

  private ExportColumns columns() {
    return doing(
        c -> {
          Columns columns = Columns.read(c);
          List<String> fields = columns.used(c, Kind.FIELD);
          return new ExportColumns(
              columns.used(c, Kind.PARAMETER),
              columns.used(c, Kind.OVERRIDE),
              columns.used(c, Kind.STATISTIC),
              Columns.FIELDS.stream()
                  .filter(f -> f.presence() == Presence.OPTIONAL && fields.contains(f.name()))
                  .map(ResultField::name)
                  .toList());
        });
  }

  /**
   * Visits all completed points as of the last ingest, ordered by key and then by index, so that
   * the order does not depend on the sweep's history. Each outcome is read from its segment with
   * all digits. If its line has been damaged since, another row of the point is used, or the point
   * is left out. Concurrent ingests are not visible.
   *
   * @param header receives the columns first
   * @return the number of rows
   */
  public long rows(Consumer<ExportColumns> header, Consumer<PointOutcome> to) {
    doing(c -> execute(c, "begin"));
    try {
      header.accept(columns());
      return rows(to);
    } finally {
      end();
    }
  }

  private void end() {
    try {
      if (connection != null) {
        execute(connection, "commit");
      }
    } catch (SQLException e) {
      return; // the database was recreated in the meantime, and has no transaction
    }
  }

  private long rows(Consumer<PointOutcome> to) {
    long count = 0;
    byte[] key = {};
    long point = -1;
    try (SegmentAccess segments = new SegmentAccess(sweep)) {
      while (true) {
        List<Found> page = page(key, point);
        if (page.isEmpty()) {
          return count;
        }
        for (Found found : page) {
          PointOutcome outcome = segments.read(found.segment, found.offset, found.length);
          if (outcome == null || outcome.point() != found.point) {
            end();
            remake(); // the rebuilt index does not contain the damaged row
            doing(c -> execute(c, "begin"));
            break;
          }
          to.accept(outcome);
          key = found.key;
          point = found.point;
          count++;
        }
      }
    }
  }

  private static boolean execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.execute(sql);
    }
  }

  private record Found(byte[] key, long point, String segment, long offset, int length) {}

  private List<Found> page(byte[] key, long point) {
    return doing(
        c -> {
          List<Found> page = new ArrayList<>();
          try (PreparedStatement next =
              c.prepareStatement(
                  "select r.key, r.point, g.name, r.\"offset\", r.length from results r"
                      + " join segments g on g.id = r.segment where (r.key, r.point) > (?, ?)"
                      + " order by r.key, r.point limit "
                      + PAGE)) {
            next.setBytes(1, key);
            next.setLong(2, point);
            try (ResultSet row = next.executeQuery()) {
              while (row.next()) {
                page.add(
                    new Found(
                        row.getBytes(1),
                        row.getLong(2),
                        row.getString(3),
                        row.getLong(4),
                        row.getInt(5)));
              }
            }
          }
          return page;
        });
  }

  /**
   * Executes an SQL query on a read-only connection. The view {@code points} has a row for each
   * completed point.
   *
   * @param to receives the answer, whose rows are read from the database as they are asked for;
   *     they end with the call
   * @throws InputException if the text is not a single query, would write, or is invalid
   */
  public void query(String sql, Consumer<QueryAnswer> to) {
    SqlText.check(sql);
    try (Connection reading = Database.reading(index)) {
      checkNames(reading, sql);
      answer(reading, sql, to);
    } catch (SQLException e) {
      throw unanswered(e);
    }
  }

  private static void checkNames(Connection reading, String sql) throws SQLException {
    try (PreparedStatement strict = reading.prepareStatement(SqlText.strict(sql))) {
      strict.clearParameters();
    } catch (SQLException e) {
      Matcher unknown = UNKNOWN.matcher(Database.reason(e));
      if (!unknown.find()) {
        throw e;
      }
      String hint =
          Suggestions.nearHint(unknown.group(1), columns(reading), "; --schema lists the columns");
      throw new InputException("query", "no column '" + unknown.group(1) + "'" + hint, e);
    }
  }

  private static void answer(Connection reading, String sql, Consumer<QueryAnswer> to)
      throws SQLException {
    try (PreparedStatement statement = reading.prepareStatement(sql)) {
      if (statement.getMetaData() == null || statement.getMetaData().getColumnCount() == 0) {
        throw new InputException("query", "answers nothing: the database is only read");
      }
      try (ResultSet row = statement.executeQuery()) {
        List<String> names = names(row.getMetaData());
        to.accept(
            new QueryAnswer(
                names,
                Stream.iterate(next(names, row), r -> !r.isEmpty(), r -> next(names, row))
                    ::iterator));
      }
    }
  }

  private static InputException unanswered(SQLException e) {
    return new InputException("query", Database.reason(e), e);
  }

  /** Returns the names of the columns; a number is appended to a repeated name. */
  private static List<String> names(ResultSetMetaData columns) throws SQLException {
    List<String> names = new ArrayList<>();
    for (int column = 1; column <= columns.getColumnCount(); column++) {
      String label = columns.getColumnLabel(column);
      String name = label;
      for (int i = 2; names.contains(name); i++) {
        name = label + "_" + i;
      }
      names.add(name);
    }
    return names;
  }

  /** Returns the next row by column; empty at the end. */
  private static Map<String, Object> next(List<String> names, ResultSet row) {
    try {
      Map<String, Object> values = new LinkedHashMap<>();
      if (row.next()) {
        for (String name : names) {
          values.put(name, value(row.getObject(values.size() + 1)));
        }
      }
      return values;
    } catch (SQLException e) {
      throw unanswered(e);
    }
  }

  /** Rounds numbers to 15 digits, so that they print identically on every JDK. */
  private static Object value(Object found) {
    if (found instanceof Integer || found instanceof Long) {
      return BigDecimal.valueOf(((Number) found).longValue());
    }
    if (found instanceof Number n) {
      double real = n.doubleValue();
      if (Double.isNaN(real) || Double.isInfinite(real)) {
        return Double.toString(real);
      }
      BigDecimal rounded = new BigDecimal(real, DIGITS).stripTrailingZeros();
      return rounded.scale() < -LONGEST_PLAIN
          ? rounded
          : rounded.setScale(Math.max(0, rounded.scale()));
    }
    if (found instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    return found == null ? null : found.toString();
  }

  /** {@return the columns of the view {@code points}, and the names that it has no room for} */
  public QueryAnswer schema() {
    return doing(
        c -> {
          List<Map<String, Object>> all = new ArrayList<>();
          columns(c).forEach(name -> all.add(column(name, "")));
          Columns columns = Columns.read(c);
          for (Kind kind : Kind.values()) {
            columns.left(kind).forEach(n -> all.add(column(kind.beginning + n, "only in exports")));
          }
          return new QueryAnswer(List.of("column", "note"), all);
        });
  }

  private static List<String> columns(Connection c) throws SQLException {
    List<String> names = new ArrayList<>();
    try (Statement statement = c.createStatement();
        ResultSet row = statement.executeQuery("select name from pragma_table_info('points')")) {
      while (row.next()) {
        names.add(row.getString(1));
      }
    }
    return names;
  }

  private static Map<String, Object> column(String name, String note) {
    return new TreeMap<>(Map.of("column", name, "note", note));
  }

  /** Executes work on the database; creates the tables if necessary. */
  private <T> T doing(Work<T> work) {
    return working(
        c -> {
          if (!Schema.isCurrent(c)) {
            new Ingester(sweep, c, relative).ingest();
          }
          return work.on(c);
        });
  }

  /** Executes work on the database; recreates the database once if it is damaged. */
  private <T> T working(Work<T> work) {
    try {
      return work.on(connection());
    } catch (SQLException e) {
      if (!Database.isDamaged(e)) {
        throw failed(e);
      }
    }
    disconnect();
    try {
      for (String ending : new String[] {"", "-wal", "-shm", "-journal"}) {
        Files.deleteIfExists(index.resolveSibling(index.getFileName() + ending));
      }
      return work.on(connection());
    } catch (IOException e) {
      throw new OutputException(index.toString(), e);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private Connection connection() throws SQLException {
    if (connection == null) {
      connection = Database.writing(index);
    }
    return connection;
  }

  private RuntimeException failed(SQLException e) {
    IOException why = new IOException(Database.reason(e), e);
    return new OutputException(index.toString(), "cannot be used", why);
  }

  @Override
  public void close() {
    disconnect();
    ProcessFiles.delete(temporary);
  }

  private void disconnect() {
    Connection left = connection;
    connection = null;
    try {
      if (left != null) {
        left.close();
      }
    } catch (SQLException e) {
      return; // committed rows are safe
    }
  }
}
