package io.lockstep.sweep.store.index;

import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.io.output.ProcessFiles;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultField.Presence;
import io.lockstep.study.store.PointOutcome;
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
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;

/**
 * The current results of a sweep. The underlying database is built from the segments, and rebuilt
 * by the next {@link #ingest} if it is missing, damaged or of another version. Any number of
 * processes may have one open; not thread-safe.
 *
 * <p>All methods but {@link #query} throw {@link OutputException} if the database cannot be
 * written, which reading needs too.
 */
public final class SweepStore implements AutoCloseable {
  private static final int PAGE = 1000;
  private static final MathContext DIGITS = new MathContext(15);
  private static final int LONGEST_PLAIN = 20;

  private final SweepFolder sweep;
  private final Path index;
  private final Path temporary; // or null
  private Connection connection; // null until it is needed

  private interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  private SweepStore(SweepFolder sweep, boolean writable) {
    this.sweep = sweep;
    try {
      temporary = writable ? null : ProcessFiles.newFolder();
      index = writable ? sweep.index() : temporary.resolve(sweep.index().getFileName());
    } catch (IOException e) {
      throw new OutputException(System.getProperty("java.io.tmpdir"), e);
    }
  }

  /**
   * Opens the folder of a sweep. If it is read-only, the index is a temporary file.
   *
   * @param folder as the user named it
   * @return its store; {@link #ingest} adds new rows
   * @throws InputException if it is no sweep's folder
   */
  public static SweepStore open(Path folder) {
    return open(folder, Files.isWritable(folder));
  }

  static SweepStore open(Path folder, boolean writable) {
    return new SweepStore(SweepFolder.open(folder), writable);
  }

  /** {@return the folder} */
  public SweepFolder folder() {
    return sweep;
  }

  /**
   * Adds new rows of the segments to the index.
   *
   * @return number of added rows
   */
  public long ingest() {
    return working(c -> new Ingester(sweep, c).ingest());
  }

  /** Deletes the index and creates a new one. */
  void remake() {
    doing(
        c -> {
          try (Statement statement = c.createStatement()) {
            statement.execute("begin immediate");
            Schema.drop(c);
            statement.execute("commit");
          }
          return new Ingester(sweep, c).ingest();
        });
  }

  /** {@return the status of the sweep, as of the last ingest} */
  public SweepStatus status() {
    return doing(c -> new StatusReader(sweep, c, System.currentTimeMillis()).read());
  }

  private ExportColumns columns() {
    return doing(
        c -> {
          Columns columns = Columns.read(c);
          return new ExportColumns(
              columns.used(Kind.PARAMETER),
              columns.used(Kind.OVERRIDE),
              columns.used(Kind.STATISTIC),
              optional(c));
        });
  }

  /** Optional fields that any row has. */
  private static List<String> optional(Connection c) throws SQLException {
    List<String> found = new ArrayList<>();
    for (ResultField<?> field : Columns.FIELDS) {
      if (field.presence() == Presence.OPTIONAL) {
        String sql = "select 1 from results where " + field.name() + " is not null limit 1";
        try (Statement statement = c.createStatement();
            ResultSet row = statement.executeQuery(sql)) {
          found.addAll(row.next() ? List.of(field.name()) : List.of());
        }
      }
    }
    return found;
  }

  /**
   * Visits all done points as of the last ingest, by key and then by index, independent of the
   * sweep's history. Each is read from its segment with all digits; a row damaged since is left
   * out, or read from another copy. Concurrent ingests are not seen.
   *
   * @param header receives the column names first
   * @param to receives each row
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

  /** Ends the read transaction. */
  private void end() {
    try {
      if (connection != null) {
        execute(connection, "commit");
      }
    } catch (SQLException e) {
      return; // it was made anew meanwhile, and nothing has begun
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
          SegmentPlace place = found.place;
          PointOutcome outcome = segments.read(place.name(), place.offset(), place.length());
          if (outcome == null || outcome.point() != found.point) {
            end();
            remake(); // without it
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

  private record Found(byte[] key, long point, SegmentPlace place) {}

  private List<Found> page(byte[] key, long point) {
    return doing(
        c -> {
          List<Found> page = new ArrayList<>();
          try (PreparedStatement next =
              c.prepareStatement(
                  "select r.key, r.point, r.segment, g.name, r.\"offset\", r.length from results r"
                      + " join segments g on g.id = r.segment where (r.key, r.point) > (?, ?)"
                      + " order by r.key, r.point limit "
                      + PAGE)) {
            next.setBytes(1, key);
            next.setLong(2, point);
            try (ResultSet row = next.executeQuery()) {
              while (row.next()) {
                SegmentPlace place =
                    new SegmentPlace(
                        row.getLong(3), row.getString(4), row.getLong(5), row.getInt(6));
                page.add(new Found(row.getBytes(1), row.getLong(2), place));
              }
            }
          }
          return page;
        });
  }

  /**
   * Asks the database in SQL. The connection can only read; {@code points} has a row of each point
   * that is done, with a column for each figure.
   *
   * @param sql one query
   * @param to takes the answer
   * @throws InputException if it is no query, would write, or is wrong
   */
  public void query(String sql, Answer to) {
    SqlText.check(sql);
    try (Connection reading = Database.reading(index);
        PreparedStatement statement = reading.prepareStatement(sql)) {
      if (statement.getMetaData() == null || statement.getMetaData().getColumnCount() == 0) {
        throw new InputException("query", "answers nothing: the database is only read");
      }
      try (ResultSet row = statement.executeQuery()) {
        int count = row.getMetaData().getColumnCount();
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
          names.add(row.getMetaData().getColumnLabel(i));
        }
        to.columns(names);
        while (row.next()) {
          List<Object> values = new ArrayList<>();
          for (int i = 1; i <= count; i++) {
            values.add(value(row.getObject(i)));
          }
          to.row(values);
        }
      }
    } catch (SQLException e) {
      throw new InputException("query", Database.reason(e), e);
    }
  }

  /** Formats a number with the same digits on every JDK. */
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

  /** {@return columns of the view {@code points}, and names that have none, as text} */
  public List<Column> schema() {
    return doing(
        c -> {
          List<Column> all = new ArrayList<>();
          try (Statement statement = c.createStatement();
              ResultSet row =
                  statement.executeQuery("select name from pragma_table_info('points')")) {
            while (row.next()) {
              all.add(new Column(row.getString(1), true));
            }
          }
          Columns columns = Columns.read(c);
          for (Kind kind : Kind.values()) {
            columns.left(kind).forEach(n -> all.add(new Column(kind.beginning + n, false)));
          }
          return all;
        });
  }

  /**
   * A column of {@code points}.
   *
   * @param name in queries, unquoted
   * @param queried false if the database has no room for it, so that only exports have it
   */
  public record Column(String name, boolean queried) {}

  /** Works on the database, which is created if necessary. */
  private <T> T doing(Work<T> work) {
    return working(
        c -> {
          if (!Schema.isCurrent(c)) {
            new Ingester(sweep, c).ingest();
          }
          return work.on(c);
        });
  }

  /** Works on the database, and creates it again if it is damaged. */
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
      return; // what was taken is there
    }
  }
}
