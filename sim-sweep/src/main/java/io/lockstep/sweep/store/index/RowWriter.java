// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.lockstep.io.expression.Expression;
import io.lockstep.io.expression.Quantity;
import io.lockstep.run.RunResult;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultField.Presence;
import io.lockstep.study.store.Build;
import io.lockstep.study.store.OutcomeOrigin;
import io.lockstep.study.store.PointOutcome;
import io.lockstep.sweep.point.RelativeSettings;
import io.lockstep.sweep.store.index.Columns.Kind;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes outcomes into the tables within one transaction: keeps the current row of each point and
 * records contradictions.
 */
final class RowWriter implements AutoCloseable {
  private static final Pattern PLAIN = Pattern.compile("-?(0|[1-9]\\d{0,17})(\\.\\d{1,15})?");

  /**
   * Inserts a row unless the point has one that comes first. The order is total and does not depend
   * on the order of arrival. Later revisions come first. Of one revision, repeatable results come
   * before results that were ended by a limit or a dead process; among the latter, later attempts
   * come first. If repeatable results differ, which is an error, the smallest digest comes first;
   * equal results are ordered by file name and offset.
   */
  private static final String CURRENT =
      """
      insert into results values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, jsonb(?))
      on conflict (point) do update set
        key = excluded.key, digest = excluded.digest, repeatable = excluded.repeatable,
        revision = excluded.revision, attempt = excluded.attempt, segment = excluded.segment,
        offset = excluded.offset, length = excluded.length, verdict = excluded.verdict,
        failure = excluded.failure, wall_micros = excluded.wall_micros, build = excluded.build,
        shape = excluded.shape, data = excluded.data
      where (-excluded.revision, -excluded.repeatable,
          (excluded.repeatable - 1) * excluded.attempt, excluded.digest,
          (select name from segments where id = excluded.segment), excluded.offset)
        < (-revision, -repeatable, (repeatable - 1) * attempt, digest,
          (select name from segments where id = segment), offset)""";

  /** Records a row and the current rows with its key whose results differ, if there are any. */
  private static final String CONTRADICTIONS =
      """
      with others as (select * from results where key = ?1 and repeatable = 1 and digest <> ?2)
      insert or ignore into violations
        select key, segment, offset, length, point, digest from others
        union all select ?1, ?3, ?4, ?5, ?6, ?2 where exists (select 1 from others)""";

  private final Connection connection;
  private final Columns columns;
  private final RelativeSettings relative;
  private final PreparedStatement current;
  private final PreparedStatement contradictions;
  private final Map<Build, Long> builds = new HashMap<>(); // lookup only
  private final Map<String, Long> shapes = new HashMap<>(); // lookup only

  RowWriter(Connection connection, RelativeSettings relative) throws SQLException {
    this.connection = connection;
    this.relative = relative;
    columns = Columns.read(connection);
    current = connection.prepareStatement(CURRENT);
    contradictions = connection.prepareStatement(CONTRADICTIONS);
  }

  /**
   * Adds an outcome.
   *
   * @param segment id of its segment
   * @param offset byte at which its line starts
   * @param length bytes of the line
   */
  void add(PointOutcome o, long segment, long offset, int length) throws SQLException {
    RunResult r = o.result();
    byte[] key = HexFormat.of().parseHex(o.key());
    byte[] digest = ResultDigest.of(r);
    if (o.isRepeatable()) {
      Database.update(contradictions, key, digest, segment, offset, length, o.point());
    }
    Array array = array(o);
    Database.update(
        current,
        o.point(),
        key,
        digest,
        o.isRepeatable() ? 1 : 0,
        o.revision(),
        o.provenance().attempt(),
        segment,
        offset,
        length,
        r.verdict().name(),
        r.failure() == null ? "" : r.failure().key(),
        o.provenance().wallMicros(),
        build(o.build()),
        shape(array.shape()),
        array.text());
  }

  private long build(Build build) throws SQLException {
    Long known = builds.get(build);
    if (known == null) {
      known =
          Database.id(
              connection,
              "insert into builds (version, digest, plugins) values (?, ?, ?)"
                  + " on conflict do update set version = version returning id",
              build.version(),
              build.digest(),
              build.plugins());
      builds.put(build, known);
    }
    return known;
  }

  private long shape(String places) throws SQLException {
    Long known = shapes.get(places);
    if (known == null) {
      known =
          Database.id(
              connection,
              "insert into shapes (places) values (?)"
                  + " on conflict do update set places = places returning id",
              places);
      shapes.put(places, known);
    }
    return known;
  }

  private Array array(PointOutcome o) throws SQLException {
    RunResult r = o.result();
    SortedMap<String, String> values = values(r);
    columns.add(connection, Kind.PARAMETER, r.parameters().keySet());
    columns.add(connection, Kind.OVERRIDE, r.overrides().keySet());
    columns.add(connection, Kind.VALUE, values.keySet());
    columns.add(connection, Kind.STATISTIC, r.statistics().keySet());
    Array array = new Array();
    for (ResultField<?> field : Columns.FIELDS) {
      array.field(field.name(), json(field, r));
    }
    OutcomeOrigin by = o.provenance();
    array.field("host", json(by.host()));
    array.field("process", Long.toString(by.process()));
    array.field("shard", json(by.shard()));
    array.field("attempt", Integer.toString(by.attempt()));
    array.field("wall_seconds", json(BigDecimal.valueOf(by.wallMicros(), 6)));
    array.field("signal", json(by.signal()));
    array.all(Kind.PARAMETER, r.parameters(), RowWriter::typed);
    array.all(Kind.OVERRIDE, r.overrides(), RowWriter::typed);
    array.all(Kind.VALUE, values, RowWriter::typed);
    array.all(Kind.STATISTIC, r.statistics(), RowWriter::json);
    return array;
  }

  /** The values of a row as JSON texts by place. */
  private final class Array {
    private final String[] texts = new String[columns.places()];
    private final BitSet present = new BitSet();

    void field(String name, String json) {
      int place = columns.place(Kind.FIELD, name);
      texts[place] = json;
      present.set(place, json != null);
    }

    <T> void all(Kind kind, Map<String, T> values, Function<T, String> json) {
      values.forEach(
          (name, value) -> {
            int place = columns.place(kind, name);
            texts[place] = json.apply(value);
            present.set(place);
          });
    }

    String text() {
      return Arrays.stream(texts, 0, present.length())
          .map(String::valueOf)
          .collect(Collectors.joining(",", "[", "]"));
    }

    String shape() {
      return present.stream().mapToObj(Integer::toString).collect(Collectors.joining(","));
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

  /** Formats a field; null if it is absent or empty. */
  private static String json(ResultField<?> field, RunResult r) {
    Object value = field.shown(r);
    if (value == null || "".equals(value) && field.presence() != Presence.REQUIRED) {
      return null;
    }
    if (value instanceof Boolean flag) {
      return flag ? "1" : "0";
    }
    if (value instanceof Long number) {
      return field.isTime() ? json(field.type().printed(number)) : number.toString();
    }
    return json(field.text(r));
  }

  /** Formats plain decimal text as a number, other text as text. */
  private static String typed(String value) {
    return PLAIN.matcher(value).matches() ? json(new BigDecimal(value)) : json(value);
  }

  private static String json(String text) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }

  private static String json(BigDecimal value) {
    if (value.scale() == 0 && value.precision() <= 18) {
      return Long.toString(value.longValue());
    }
    double real = value.doubleValue();
    // Null if out of range; exports read the exact value from the segment.
    return Double.isInfinite(real) ? null : Double.toString(real);
  }

  /** Writes the names that rows have added. */
  void end() throws SQLException {
    columns.write(connection);
  }

  @Override
  public void close() throws SQLException {
    for (PreparedStatement s : List.of(current, contradictions)) {
      s.close();
    }
  }
}
