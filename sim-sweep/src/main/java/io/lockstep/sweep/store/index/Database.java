// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import io.lockstep.io.OutputException;
import io.lockstep.io.output.ProcessFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteJDBCLoader;

/** Opens connections to SQLite. */
final class Database {
  /** Time that a connection waits for another writer, in milliseconds. */
  private static final int BUSY_MILLIS = 60_000;

  private static final Pattern CODED = Pattern.compile("\\[[A-Z_]+\\] [^(]*\\((.*)\\)");
  private static final String LIBRARY_FOLDER = "org.sqlite.tmpdir";
  private static boolean loaded;

  private Database() {}

  /**
   * Loads the native library from a temporary folder of this process, which is deleted immediately
   * after loading, so that no files remain even if the process is killed.
   */
  private static synchronized void load() {
    if (loaded) {
      return;
    }
    Path folder = null;
    try {
      folder = ProcessFiles.newFolder();
      System.setProperty(LIBRARY_FOLDER, folder.toString());
      SQLiteJDBCLoader.initialize();
      loaded = true;
    } catch (IOException e) {
      throw new OutputException(System.getProperty("java.io.tmpdir"), e);
    } catch (Exception e) { // the loader declares Exception
      throw new IllegalStateException("SQLite's library cannot be loaded: " + e.getMessage(), e);
    } finally {
      ProcessFiles.delete(folder);
      System.clearProperty(LIBRARY_FOLDER);
    }
  }

  /** Executes a statement that answers nothing; returns the number of changed rows. */
  static int update(Connection connection, String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      return update(statement, values);
    }
  }

  static int update(PreparedStatement statement, Object... values) throws SQLException {
    set(statement, values);
    return statement.executeUpdate();
  }

  /** Executes a statement that returns an id. */
  static long id(Connection connection, String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      set(statement, values);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  private static void set(PreparedStatement statement, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
  }

  static Connection writing(Path file) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setPageSize(8192);
    config.setBusyTimeout(BUSY_MILLIS);
    config.setCacheSize(-65_536); // negative: in KiB
    // No full sync: the database can be rebuilt from segments.
    config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
    config.setTempStore(SQLiteConfig.TempStore.MEMORY);
    Connection made = open(file, config);
    try (Statement statement = made.createStatement()) {
      keepJournalAhead(statement);
      statement.execute("pragma wal_autocheckpoint = 8192");
    } catch (SQLException e) {
      made.close();
      throw e;
    }
    return made;
  }

  /**
   * Enables write-ahead logging, if the file system supports it. SQLite's busy timeout does not
   * apply to this pragma, so without the loop, processes that open a new database simultaneously
   * would fail.
   */
  private static void keepJournalAhead(Statement statement) throws SQLException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(BUSY_MILLIS);
    while (true) {
      try {
        statement.execute("pragma journal_mode = wal");
        return;
      } catch (SQLiteException e) {
        boolean busy = (e.getResultCode().code & 0xff) == SQLiteErrorCode.SQLITE_BUSY.code;
        if (!busy || System.nanoTime() >= end) {
          throw e;
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
      }
    }
  }

  /** Opens a database for reading only: no statement can modify it or write another file. */
  static Connection reading(Path file) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    config.setBusyTimeout(BUSY_MILLIS);
    config.setCacheSize(-65_536); // negative: in KiB
    config.setPragma(SQLiteConfig.Pragma.MMAP_SIZE, Long.toString(1L << 36));
    // Also prevents VACUUM INTO, which writes a file.
    config.setPragma(SQLiteConfig.Pragma.LIMIT_ATTACHED, "0");
    Connection made = open(file, config);
    try (Statement statement = made.createStatement()) {
      statement.execute("pragma query_only = 1");
    } catch (SQLException e) {
      made.close();
      throw e;
    }
    return made;
  }

  private static Connection open(Path file, SQLiteConfig config) throws SQLException {
    load();
    // generated keys would need another query after each insertion
    config.setGetGeneratedKeys(false);
    SQLiteDataSource source = new SQLiteDataSource(config);
    source.setUrl("jdbc:sqlite:" + file.toUri()); // a URI escapes special characters of the path
    return source.getConnection();
  }

  /** Returns whether an error means that the file is not a database or is corrupt. */
  static boolean isDamaged(SQLException e) {
    if (!(e instanceof SQLiteException s)) {
      return false;
    }
    int code = s.getResultCode().code & 0xff;
    return code == SQLiteErrorCode.SQLITE_CORRUPT.code
        || code == SQLiteErrorCode.SQLITE_NOTADB.code;
  }

  static String reason(SQLException e) {
    String said = String.valueOf(e.getMessage()).replaceAll("\\s+", " ").strip();
    Matcher coded = CODED.matcher(said);
    return coded.matches() ? coded.group(1) : said.replaceAll("^\\[[A-Z_]+\\] ", "");
  }
}
