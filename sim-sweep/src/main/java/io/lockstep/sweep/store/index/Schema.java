// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import io.lockstep.run.result.ResultFields;
import io.lockstep.sweep.store.index.Columns.Kind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables of the index. A database of another version is emptied and rebuilt, since the segments
 * contain all its data.
 */
final class Schema {
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
          // data: JSON array of the row's values; columns has the names of its places
          """
          create table results (
            point integer primary key, key blob not null, digest blob not null,
            repeatable integer not null, revision integer not null, attempt integer not null,
            segment integer not null, offset integer not null, length integer not null,
            verdict text not null, failure text not null, wall_micros integer not null,
            build integer not null, shape integer not null, data blob not null)""",
          "create index results_by_key on results (key, point)",
          // status and the columns of exports are read from this index alone
          """
          create index results_by_outcome
            on results (verdict, failure, build, shape, wall_micros)""",
          """
          create table columns (
            place integer primary key, kind text not null, name text not null, "column" text,
            unique (kind, name))""",
          // places of the names that rows of the shape have, with commas
          "create table shapes (id integer primary key, places text not null unique)",
          """
          create table builds (
            id integer primary key, version text not null, digest text not null,
            plugins text not null, unique (version, digest, plugins))""",
          """
          create table violations (
            key blob not null, segment integer not null, offset integer not null,
            length integer not null, point integer not null, digest blob not null,
            primary key (key, segment, offset)) without rowid""");

  /** Incremented when the content of a column changes without a change of its declaration. */
  private static final int MEANING = 5;

  /** Distinguishes databases with other tables or other fields of a result. */
  static final int VERSION =
      List.of(MEANING, TABLES, Columns.FIXED, ResultFields.KEPT.toString()).hashCode()
          & Integer.MAX_VALUE;

  private Schema() {}

  static boolean isCurrent(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("pragma user_version")) {
      return row.next() && row.getInt(1) == VERSION;
    }
  }

  /** Creates the tables and the view; needs an open transaction. */
  static void create(Connection connection) throws SQLException {
    for (String table : TABLES) {
      Database.update(connection, table);
    }
    Columns columns = Columns.read(connection);
    columns.add(connection, Kind.FIELD, Columns.FIXED);
    columns.write(connection);
    Database.update(connection, "pragma user_version = " + VERSION);
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
    for (String drop : drops) {
      Database.update(connection, drop);
    }
    Database.update(connection, "pragma user_version = 0");
  }
}
