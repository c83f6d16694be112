// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import io.lockstep.run.Verdict;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;

/** Counts of points by verdict and failure, and the slowest points. */
final class StatusTotals {
  static final int SLOWEST = 50;

  // changes of the number of points and of the sum of their microseconds
  private final Map<String, long[]> changes = new TreeMap<>();
  private final Map<Long, Long> slow = new TreeMap<>(); // time by slow point; -1 for removal
  // smallest time of the kept points; -1 if there are fewer than the maximum
  private final long least;

  StatusTotals(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select count(*), min(wall_micros) from slowest")) {
      row.next();
      least = row.getLong(1) < SLOWEST ? -1 : row.getLong(2);
    }
  }

  void add(Verdict verdict, String failure, long point, long wallMicros) {
    change(verdict, failure, 1, wallMicros);
    if (wallMicros >= least) {
      slow.put(point, wallMicros);
    }
  }

  void remove(Verdict verdict, String failure, long point, long wallMicros) {
    change(verdict, failure, -1, -wallMicros);
    slow.put(point, -1L);
  }

  private void change(Verdict verdict, String failure, long points, long micros) {
    long[] sums = changes.computeIfAbsent(verdict.key() + "\n" + failure, k -> new long[2]);
    sums[0] += points;
    sums[1] += micros;
  }

  /** Writes the changes; needs an open transaction. */
  void write(Connection connection) throws SQLException {
    try (PreparedStatement add =
        connection.prepareStatement(
            "insert into totals values (?, ?, ?, ?) on conflict do update set"
                + " points = points + excluded.points,"
                + " wall_micros = wall_micros + excluded.wall_micros")) {
      for (Map.Entry<String, long[]> e : changes.entrySet()) {
        String[] names = e.getKey().split("\n", -1);
        add.setString(1, names[0]);
        add.setString(2, names[1]);
        add.setLong(3, e.getValue()[0]);
        add.setLong(4, e.getValue()[1]);
        add.executeUpdate();
      }
    }
    changes.clear();
    try (PreparedStatement gone =
            connection.prepareStatement("delete from slowest where point = ?");
        PreparedStatement add =
            connection.prepareStatement("insert or replace into slowest values (?, ?)");
        PreparedStatement cut =
            connection.prepareStatement(
                "delete from slowest where point not in (select point from slowest"
                    + " order by wall_micros desc, point limit "
                    + SLOWEST
                    + ")")) {
      for (Map.Entry<Long, Long> e : slow.entrySet()) {
        PreparedStatement one = e.getValue() < 0 ? gone : add;
        one.setLong(1, e.getKey());
        if (e.getValue() >= 0) {
          one.setLong(2, e.getValue());
        }
        one.executeUpdate();
      }
      if (!slow.isEmpty()) {
        cut.executeUpdate();
      }
    }
    slow.clear();
  }
}
