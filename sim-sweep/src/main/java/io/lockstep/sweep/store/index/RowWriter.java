// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import io.lockstep.io.expression.Expression;
import io.lockstep.io.expression.Quantity;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.Verdict;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultField.Presence;
import io.lockstep.study.store.OutcomeOrigin;
import io.lockstep.study.store.PointOutcome;
import io.lockstep.sweep.point.RelativeSettings;
import io.lockstep.sweep.store.index.Columns.Kind;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/**
 * Writes outcomes into the tables within one transaction: determines the current row of each point,
 * updates the totals, and records contradictions.
 */
final class RowWriter implements AutoCloseable {
  private static final Pattern HEX = Pattern.compile("([0-9a-f]{2})+");
  private static final Pattern PLAIN = Pattern.compile("-?(0|[1-9]\\d{0,17})(\\.\\d{1,15})?");
  private static final Collector<CharSequence, ?, String> IN_BRACKETS =
      Collectors.joining(",", "[", "]");
  private static final List<String> FIXED = fixed();

  /** The kinds that are columns of the table of results, in order. */
  private static final List<Kind> IN_RESULTS = List.of(Kind.PARAMETER, Kind.OVERRIDE, Kind.VALUE);

  private final Connection connection;
  private final Columns columns;
  private final RelativeSettings relative;
  private final StatusTotals totals;
  private final BuildCounts builds;
  private final PreparedStatement standing;
  private final PreparedStatement others;
  private final PreparedStatement violation;
  private final PreparedStatement away;
  private final PreparedStatement figures;
  private final String[] figureTexts = new String[Columns.MOST];
  private PreparedStatement result;
  private final Map<String, Integer> resultPlaces = new HashMap<>(); // lookup only

  RowWriter(Connection connection, Columns columns, RelativeSettings relative) throws SQLException {
    this.connection = connection;
    this.relative = relative;
    this.columns = columns;
    totals = new StatusTotals(connection);
    builds = new BuildCounts(connection);
    standing =
        connection.prepareStatement(
            "select r.repeatable, r.digest, r.attempt, r.segment, g.name, r.\"offset\", r.length,"
                + " r.status, r.failure, r.wall_seconds, r.verified, r.revision, r.build"
                + " from results r"
                + " join segments g on g.id = r.segment where r.point = ?");
    others =
        connection.prepareStatement(
            "select segment, \"offset\", length, point, digest from results"
                + " where key = ? and repeatable = 1 and digest <> ?");
    violation =
        connection.prepareStatement("insert or ignore into violations values (?, ?, ?, ?, ?, ?)");
    away = connection.prepareStatement("delete from statistics where point = ?");
    figures = connection.prepareStatement("insert or replace into statistics values (?, jsonb(?))");
    prepare();
  }

  /** Returns the columns of the table of results, in the order of {@link #result}. */
  private static List<String> fixed() {
    List<String> names = new ArrayList<>(List.of("point"));
    Columns.FIELDS.forEach(field -> names.add(field.name()));
    Collections.addAll(names, "attempt", "wall_seconds", "repeatable", "key", "digest", "segment");
    Collections.addAll(names, "\"offset\"", "length", "host", "process", "shard", "signal");
    Collections.addAll(names, "revision", "build");
    return names;
  }

  private void prepare() throws SQLException {
    close(result);
    List<String> more = new ArrayList<>(columns.columns(Kind.PARAMETER));
    more.addAll(columns.columns(Kind.OVERRIDE));
    more.addAll(columns.columns(Kind.VALUE));
    resultPlaces.clear();
    int at = FIXED.size();
    for (Kind kind : IN_RESULTS) {
      for (String name : columns.names(kind)) {
        resultPlaces.put(kind.beginning + name, ++at);
      }
    }
    more.addAll(0, FIXED);
    result =
        connection.prepareStatement(
            "insert or replace into results (%s) values %s"
                .formatted(String.join(", ", more), places(at)));
  }

  private static String places(int count) {
    return "(" + String.join(", ", Collections.nCopies(count, "?")) + ")";
  }

  void add(PointOutcome o, SegmentPlace place) throws SQLException {
    byte[] key = HexFormat.of().parseHex(o.key());
    byte[] digest = ResultDigest.of(o.result());
    RowPrecedence mine =
        new RowPrecedence(o.revision(), o.isRepeatable(), digest, o.provenance().attempt(), place);
    if (mine.repeatable()) {
      contradictions(key, mine, o.point());
    }
    standing.setLong(1, o.point());
    try (ResultSet row = standing.executeQuery()) {
      if (row.next()) {
        SegmentPlace there =
            new SegmentPlace(row.getLong(4), row.getString(5), row.getLong(6), row.getInt(7));
        RowPrecedence other =
            new RowPrecedence(
                row.getInt(12), row.getBoolean(1), row.getBytes(2), row.getInt(3), there);
        if (mine.place().equals(there) || other.before(mine)) {
          return;
        }
        long micros = Math.round(row.getDouble(10) * 1e6);
        totals.remove(verdict(row), orEmpty(row.getString(9)), o.point(), micros);
        builds.remove(row.getLong(13));
        uncount(o.point());
      }
    }
    write(o, key, mine);
  }

  private static Verdict verdict(ResultSet row) throws SQLException {
    RunStatus status = RunStatus.valueOf(row.getString(8).toUpperCase(Locale.ROOT));
    boolean verified = row.getInt(11) == 1; // getInt returns 0 for null
    return Verdict.of(status, verified);
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }

  /** Records all rows with the same key whose results differ. */
  private void contradictions(byte[] key, RowPrecedence mine, long point) throws SQLException {
    others.setBytes(1, key);
    others.setBytes(2, mine.digest());
    try (ResultSet row = others.executeQuery()) {
      boolean any = false;
      while (row.next()) {
        any = true;
        SegmentPlace there = new SegmentPlace(row.getLong(1), "", row.getLong(2), row.getInt(3));
        violation(key, there, row.getLong(4), row.getBytes(5));
      }
      if (any) {
        violation(key, mine.place(), point, mine.digest());
      }
    }
  }

  private void violation(byte[] key, SegmentPlace place, long point, byte[] digest)
      throws SQLException {
    violation.setBytes(1, key);
    violation.setLong(2, place.segment());
    violation.setLong(3, place.offset());
    violation.setInt(4, place.length());
    violation.setLong(5, point);
    violation.setBytes(6, digest);
    violation.executeUpdate();
  }

  /** Removes the names of a replaced row from the counts, and deletes the row's statistics. */
  private void uncount(long point) throws SQLException {
    for (Kind kind : IN_RESULTS) {
      List<String> names = columns.names(kind);
      if (names.isEmpty()) {
        continue;
      }
      String select = String.join(", ", columns.columns(kind));
      try (PreparedStatement old =
          connection.prepareStatement("select " + select + " from results where point = ?")) {
        old.setLong(1, point);
        try (ResultSet row = old.executeQuery()) {
          if (row.next()) {
            for (int i = 0; i < names.size(); i++) {
              boolean had = row.getObject(i + 1) != null;
              columns.count(kind, had ? List.of(names.get(i)) : List.of(), -1);
            }
          }
        }
      }
    }
    uncountStatistics(point);
    away.setLong(1, point);
    away.executeUpdate();
  }

  private void uncountStatistics(long point) throws SQLException {
    try (PreparedStatement old =
        connection.prepareStatement(
            "select c.name from statistics s, json_each(s.figures) f join columns c"
                + " on c.kind = ? and c.place = f.key where s.point = ? and f.type <> 'null'")) {
      old.setString(1, Kind.STATISTIC.key());
      old.setLong(2, point);
      try (ResultSet row = old.executeQuery()) {
        while (row.next()) {
          columns.count(Kind.STATISTIC, List.of(row.getString(1)), -1);
        }
      }
    }
  }

  private void write(PointOutcome o, byte[] key, RowPrecedence mine) throws SQLException {
    RunResult r = o.result();
    SortedMap<String, String> values = values(r);
    boolean more = columns.add(connection, Kind.PARAMETER, r.parameters().keySet());
    more |= columns.add(connection, Kind.OVERRIDE, r.overrides().keySet());
    more |= columns.add(connection, Kind.VALUE, values.keySet());
    more |= columns.add(connection, Kind.STATISTIC, r.statistics().keySet());
    if (more) {
      prepare();
    }
    columns.count(Kind.PARAMETER, r.parameters().keySet(), 1);
    columns.count(Kind.OVERRIDE, r.overrides().keySet(), 1);
    columns.count(Kind.VALUE, values.keySet(), 1);
    columns.count(Kind.STATISTIC, r.statistics().keySet(), 1);
    String failure = r.failure() == null ? "" : r.failure().key();
    totals.add(r.verdict(), failure, o.point(), o.provenance().wallMicros());
    result(o, values, key, mine);
    if (!r.statistics().isEmpty()) {
      figures.setLong(1, o.point());
      figures.setString(2, json(r.statistics()));
      figures.executeUpdate();
    }
  }

  /** Returns the settings of a row whose values are numbers, in base units (bytes, hertz). */
  private SortedMap<String, String> values(RunResult r) {
    SortedMap<String, String> values = new TreeMap<>();
    for (String name : r.overrides().keySet()) {
      Object value = Quantity.value(relative.absolute(r.device(), r.overrides(), name));
      if (value instanceof Number) {
        values.put(name, Expression.text(value)); // plain, without an exponent
      }
    }
    return values;
  }

  /**
   * Formats the array of statistics. An element is null if the statistic is absent or exceeds the
   * range of a double.
   */
  private String json(Map<String, BigDecimal> statistics) {
    Arrays.fill(figureTexts, null);
    int count = 0;
    for (Map.Entry<String, BigDecimal> e : statistics.entrySet()) {
      int at = columns.place(e.getKey());
      if (at >= 0) {
        figureTexts[at] = json(e.getValue());
        count = Math.max(count, at + 1);
      }
    }
    return Arrays.stream(figureTexts, 0, count).map(String::valueOf).collect(IN_BRACKETS);
  }

  private static String json(BigDecimal value) {
    if (isInteger(value)) {
      return Long.toString(value.longValue());
    }
    double real = value.doubleValue();
    // Null if out of range; exports read the exact value from the segment.
    return Double.isInfinite(real) ? null : Double.toString(real);
  }

  private static boolean isInteger(BigDecimal value) {
    return value.scale() == 0 && value.precision() <= 18;
  }

  private void result(
      PointOutcome o, SortedMap<String, String> values, byte[] key, RowPrecedence mine)
      throws SQLException {
    RunResult r = o.result();
    result.clearParameters();
    int at = 0;
    result.setLong(++at, o.point());
    for (ResultField<?> field : Columns.FIELDS) {
      field(++at, field, r);
    }
    OutcomeOrigin by = o.provenance();
    result.setInt(++at, by.attempt());
    result.setDouble(++at, by.wallMicros() / 1e6);
    result.setInt(++at, mine.repeatable() ? 1 : 0);
    result.setBytes(++at, key);
    result.setBytes(++at, mine.digest());
    result.setLong(++at, mine.place().segment());
    result.setLong(++at, mine.place().offset());
    result.setInt(++at, mine.place().length());
    result.setString(++at, by.host());
    result.setLong(++at, by.process());
    result.setString(++at, by.shard());
    result.setString(++at, by.signal());
    result.setInt(++at, o.revision());
    result.setLong(++at, builds.add(o.build()));
    r.parameters().forEach((name, value) -> typed(Kind.PARAMETER, name, value));
    r.overrides().forEach((name, value) -> typed(Kind.OVERRIDE, name, value));
    values.forEach((name, value) -> typed(Kind.VALUE, name, value));
    result.executeUpdate();
  }

  /** Sets a value; leaves null for an absent or empty value. */
  private void field(int at, ResultField<?> field, RunResult r) throws SQLException {
    Object value = field.shown(r);
    if (value == null || "".equals(value) && field.presence() != Presence.REQUIRED) {
      return;
    }
    switch (field.kind()) {
      case FLAG -> result.setInt(at, (Boolean) value ? 1 : 0);
      case COUNT -> result.setLong(at, (Long) value);
      case TIME -> result.setDouble(at, field.type().printed((Long) value).doubleValue());
      case HEX -> hex(at, field.text(r));
      default -> result.setString(at, field.text(r));
    }
  }

  private void hex(int at, String text) throws SQLException {
    if (HEX.matcher(text).matches()) {
      result.setBytes(at, HexFormat.of().parseHex(text)); // half the size of the text
    } else {
      result.setString(at, text);
    }
  }

  /** Sets plain decimal text as a number, other text as text. */
  private void typed(Kind kind, String name, String value) {
    Integer at = resultPlaces.get(kind.beginning + name);
    if (at == null) {
      return;
    }
    try {
      if (PLAIN.matcher(value).matches()) {
        number(result, at, new BigDecimal(value));
      } else {
        result.setString(at, value);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e); // cannot happen: setters do not access the database
    }
  }

  private static void number(PreparedStatement to, int at, BigDecimal value) throws SQLException {
    if (isInteger(value)) {
      to.setLong(at, value.longValue());
    } else {
      double real = value.doubleValue();
      if (Double.isInfinite(real)) {
        to.setNull(at, Types.REAL); // out of range; exports read the exact value from the segment
      } else {
        to.setDouble(at, real);
      }
    }
  }

  void end() throws SQLException {
    totals.write(connection);
    builds.write();
    columns.write(connection);
  }

  private static void close(PreparedStatement statement) throws SQLException {
    if (statement != null) {
      statement.close();
    }
  }

  @Override
  public void close() throws SQLException {
    for (PreparedStatement s :
        new PreparedStatement[] {standing, others, violation, away, result, figures}) {
      close(s);
    }
  }
}
