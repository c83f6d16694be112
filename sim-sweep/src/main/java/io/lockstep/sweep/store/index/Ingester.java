// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import io.lockstep.study.store.PointOutcome;
import io.lockstep.sweep.point.RelativeSettings;
import io.lockstep.sweep.store.Damage;
import io.lockstep.sweep.store.SegmentReader;
import io.lockstep.sweep.store.Segments;
import io.lockstep.sweep.store.SweepFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Adds new rows of the segments to the database. The read position of each segment is updated in
 * the transaction that adds its rows. Therefore every row is added exactly once, even if the
 * process dies or several processes ingest concurrently. If a segment was deleted or modified, all
 * segments are read again.
 *
 * <p>Not thread-safe; several processes may each have an ingester.
 *
 * @param relative values of settings that multiply parameters
 */
record Ingester(SweepFolder sweep, Connection connection, RelativeSettings relative) {
  /** Approximate maximum of rows and bytes per transaction. */
  private static final int ROWS = 4000;

  private static final long BYTES = 64L << 20;

  /** The state of a segment according to the database. */
  private record Known(long id, long bytes, long modified, long examined, long sum) {}

  /** Adds all rows that exist when it is called, and returns their number. */
  long ingest() throws SQLException {
    long taken = 0;
    boolean more = true;
    while (more) {
      execute("begin immediate");
      boolean through = false;
      try {
        if (!Schema.isCurrent(connection)) {
          Schema.drop(connection);
          Schema.create(connection);
        }
        Batch batch = new Batch();
        more = batch.take();
        taken += batch.rows;
        execute("commit");
        through = true;
      } finally {
        if (!through) {
          rollback();
        }
      }
    }
    return taken;
  }

  private void rollback() {
    try {
      execute("rollback");
    } catch (SQLException e) {
      return; // SQLite has rolled back, or does so when the database is opened next
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private final class Batch {
    private long rows;
    private long bytes;

    /** Adds rows up to the limit of a transaction; returns whether there may be more. */
    boolean take() throws SQLException {
      List<Path> segments = Segments.of(sweep);
      Map<String, Known> known = known();
      if (isChanged(segments, known)) {
        Schema.drop(connection);
        Schema.create(connection);
        known = Map.of();
      }
      try (RowWriter writer = new RowWriter(connection, relative)) {
        for (Path segment : segments) {
          String name = segment.getFileName().toString();
          if (!take(segment, known.get(name), writer)) {
            writer.end();
            return true;
          }
        }
        writer.end();
      }
      return false;
    }

    private Map<String, Known> known() throws SQLException {
      Map<String, Known> known = new HashMap<>(); // lookup only
      try (Statement statement = connection.createStatement();
          ResultSet row =
              statement.executeQuery(
                  "select name, id, bytes, modified_millis, examined, sum from segments")) {
        while (row.next()) {
          known.put(
              row.getString(1),
              new Known(
                  row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5), row.getLong(6)));
        }
      }
      return known;
    }

    /** Returns whether lines already ingested were deleted or modified. */
    private boolean isChanged(List<Path> segments, Map<String, Known> known) throws SQLException {
      Set<String> there = new HashSet<>(); // lookup only
      for (Path segment : segments) {
        String name = segment.getFileName().toString();
        there.add(name);
        Known k = known.get(name);
        BasicFileAttributes now = k == null ? null : attributes(segment);
        if (now == null) {
          continue;
        }
        long modified = now.lastModifiedTime().toMillis();
        boolean redated = now.size() == k.bytes && modified != k.modified;
        if (redated || now.size() < k.examined) {
          if (!isAsTaken(segment, k)) {
            return true;
          }
          update(k.id, k.bytes, modified, k.examined, 0, 0);
        }
      }
      return !there.containsAll(known.keySet());
    }

    /**
     * Returns whether the ingested lines are unchanged, according to their checksums. Network file
     * systems report modification times and sizes late, so these alone prove nothing.
     */
    private boolean isAsTaken(Path segment, Known known) {
      long sum = 0;
      try (SegmentReader reader = new SegmentReader(sweep, segment, 0, damage -> {})) {
        while (reader.advance() && reader.offset() < known.examined) {
          sum += reader.sum();
        }
      }
      return sum == known.sum;
    }

    private BasicFileAttributes attributes(Path segment) {
      try {
        return Files.readAttributes(segment, BasicFileAttributes.class);
      } catch (IOException e) {
        return null; // the reader reports the error
      }
    }

    /**
     * Adds the new rows of a segment; returns false if the transaction became large enough before
     * the end of the segment.
     */
    private boolean take(Path segment, Known known, RowWriter writer) throws SQLException {
      BasicFileAttributes now = attributes(segment);
      if (known != null && now != null && now.size() == known.bytes) {
        return true;
      }
      String name = segment.getFileName().toString();
      List<Damage> damages = new ArrayList<>();
      long examined = known == null ? 0 : known.examined;
      long before = rows;
      long sum = 0;
      boolean through = true;
      try (SegmentReader reader = new SegmentReader(sweep, segment, examined, damages::add)) {
        long id = known == null ? insert(name) : known.id;
        if (examined == 0) {
          writer(id, reader);
        }
        while (reader.advance()) {
          PointOutcome outcome = reader.outcome();
          if (outcome != null && outcome.point() >= sweep.points()) {
            String what = "point " + outcome.point() + " of " + sweep.points();
            damages.add(new Damage(name, reader.offset(), Damage.Kind.NO_OUTCOME, what));
          } else if (outcome != null) {
            if (outcome.isDone()) {
              writer.add(outcome, id, reader.offset(), reader.length());
            }
            rows++;
          }
          bytes += reader.length();
          sum += reader.sum();
          if (rows >= ROWS || bytes >= BYTES) {
            through = false;
            break;
          }
        }
        damages(id, damages);
        // -1 marks an incomplete read, so that the segment is read again even if its size does not
        // change.
        boolean said = through && now != null && now.isRegularFile();
        update(
            id,
            said ? now.size() : -1,
            now == null ? 0 : now.lastModifiedTime().toMillis(),
            reader.examined(),
            rows - before,
            sum);
      }
      return through;
    }

    private long insert(String name) throws SQLException {
      return Database.id(
          connection,
          "insert into segments (name, host, process, begun_millis, bytes, modified_millis,"
              + " examined, rows, sum) values (?, '', 0, 0, -1, 0, 0, 0, 0) returning id",
          name);
    }

    /** Records the writer of a segment. The file may have been empty when it was first read. */
    private void writer(long id, SegmentReader reader) throws SQLException {
      Database.update(
          connection,
          "update segments set host = ?, process = ?, begun_millis = ? where id = ?",
          reader.host(),
          reader.process(),
          reader.begunMillis(),
          id);
    }

    private void update(
        long id, long size, long modified, long examined, long moreRows, long moreSum)
        throws SQLException {
      Database.update(
          connection,
          "update segments set bytes = ?, modified_millis = ?, examined = ?, rows = rows + ?,"
              + " sum = sum + ? where id = ?",
          size,
          modified,
          examined,
          moreRows,
          moreSum,
          id);
    }

    private void damages(long id, List<Damage> damages) throws SQLException {
      Database.update(
          connection,
          "delete from damages where segment = ? and kind in ('torn', 'unreadable')",
          id);
      for (Damage damage : damages) {
        Database.update(
            connection,
            "insert or replace into damages values (?, ?, ?, ?)",
            id,
            damage.offset(),
            damage.kind().name().toLowerCase(Locale.ROOT),
            damage.what());
      }
    }
  }
}
