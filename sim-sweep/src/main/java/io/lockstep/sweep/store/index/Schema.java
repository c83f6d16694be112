// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultField.Presence;
import io.lockstep.run.result.ResultFields;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The tables of the index. A database of another version is emptied and rebuilt, since the segments
 * contain all its data.
 */
final class Schema {
  /** Declarations of the columns that store fields of a result. */
  static final String FIELDS =
      Columns.FIELDS.stream().map(Schema::column).collect(Collectors.joining(", "));

  private static final List<String> TABLES =
      List.of(
          """
          create table segments (
            id integer primary key, name text not null unique,
            host text not null, process integer not null, begun_millis integer not null,
            bytes integer not null, modified_millis integer not null, examined integer not null,
            rows integer not null, sum integer not null)""",
          """
          create table damages (
            segment integer not null, offset integer not null, kind text not null,
            what text not null, primary key (segment, offset)) without rowid""",
          "create table results ( point integer primary key, "
              + FIELDS
              + """
                , attempt integer not null,
                wall_seconds real not null, repeatable integer not null, key blob not null,
                digest blob not null, segment integer not null, offset integer not null,
                length integer not null, host text not null, process integer not null,
                shard text not null, signal text not null, revision integer not null,
                build integer not null)""",
          """
          create table builds (
            id integer primary key, version text not null, digest text not null,
            plugins text not null, points integer not null, unique (version, digest, plugins))""",
          "create index results_by_key on results (key, point)",
          "create table statistics (point integer primary key, figures blob not null)",
          """
          create table columns (
            kind text not null, name text not null, "column" text, place integer,
            points integer not null, primary key (kind, name)) without rowid""",
          """
          create table totals (
            verdict text not null, failure text not null, points integer not null,
            wall_micros integer not null, primary key (verdict, failure)) without rowid""",
          """
          create table slowest (
            point integer primary key, wall_micros integer not null)""",
          """
          create table violations (
            key blob not null, segment integer not null, offset integer not null,
            length integer not null, point integer not null, digest blob not null,
            primary key (key, segment, offset)) without rowid""");

  /** Incremented when the content of a column changes without a change of its declaration. */
  private static final int MEANING = 4;

  /** Distinguishes databases with other tables or other fields of a result. */
  static final int VERSION =
      List.of(MEANING, TABLES, ResultFields.KEPT.toString()).hashCode() & Integer.MAX_VALUE;

  private Schema() {}

  private static String column(ResultField<?> field) {
    String type =
        switch (field.kind()) {
          case HEX -> " blob";
          case FLAG, COUNT -> " integer";
          case TIME -> " real";
          default -> " text";
        };
    return field.name() + type + (field.presence() == Presence.REQUIRED ? " not null" : "");
  }

  static boolean isCurrent(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("pragma user_version")) {
      return row.next() && row.getInt(1) == VERSION;
    }
  }

  /** Creates the tables and the view; needs an open transaction. */
  static void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String table : TABLES) {
        statement.executeUpdate(table);
      }
      statement.executeUpdate("pragma user_version = " + VERSION);
    }
    new Columns().view(connection);
  }

  /** Drops all tables and views; needs an open transaction. */
  static void drop(Connection connection) throws SQLException {
    List<String> drops = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select type, name from sqlite_schema where type in ('view', 'table')"
                    + " and name not like 'sqlite_%' order by type desc")) {
      while (row.next()) {
        drops.add("drop " + row.getString(1) + " " + Columns.quoted(row.getString(2)));
      }
    }
    try (Statement statement = connection.createStatement()) {
      for (String drop : drops) {
        statement.executeUpdate(drop);
      }
      statement.executeUpdate("pragma user_version = 0");
    }
  }
}
