// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import io.lockstep.study.store.Build;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The builds of rows by number, and changes of the numbers of their current rows. */
final class BuildCounts {
  private final Connection connection;
  private final Map<Build, Long> ids = new HashMap<>(); // lookup only
  private final Map<Long, Long> changes = new TreeMap<>(); // by number of the build

  BuildCounts(Connection connection) throws SQLException {
    this.connection = connection;
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select id, version, digest, plugins from builds")) {
      while (row.next()) {
        ids.put(new Build(row.getString(2), row.getString(3), row.getString(4)), row.getLong(1));
      }
    }
  }

  /** Counts a row, and returns the number of its build. */
  long add(Build build) throws SQLException {
    Long id = ids.get(build);
    if (id == null) {
      id = insert(build);
      ids.put(build, id);
    }
    changes.merge(id, 1L, Long::sum);
    return id;
  }

  /** Uncounts a replaced row. */
  void remove(long id) {
    changes.merge(id, -1L, Long::sum);
  }

  private long insert(Build build) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into builds (version, digest, plugins, points) values (?, ?, ?, 0)"
                + " returning id")) {
      insert.setString(1, build.version());
      insert.setString(2, build.digest());
      insert.setString(3, build.plugins());
      try (ResultSet row = insert.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  /** Writes the changes; needs an open transaction. */
  void write() throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement("update builds set points = points + ? where id = ?")) {
      for (Map.Entry<Long, Long> e : changes.entrySet()) {
        update.setLong(1, e.getValue());
        update.setLong(2, e.getKey());
        update.executeUpdate();
      }
    }
    changes.clear();
  }
}
