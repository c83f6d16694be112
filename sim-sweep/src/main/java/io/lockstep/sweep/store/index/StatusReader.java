// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import io.lockstep.run.Verdict;
import io.lockstep.study.store.Build;
import io.lockstep.study.store.Hosts;
import io.lockstep.sweep.store.Damage;
import io.lockstep.sweep.store.SweepFolder;
import io.lockstep.sweep.store.index.SweepStatus.BuildCount;
import io.lockstep.sweep.store.index.SweepStatus.Contradiction;
import io.lockstep.sweep.store.index.SweepStatus.Count;
import io.lockstep.sweep.store.index.SweepStatus.Damages;
import io.lockstep.sweep.store.index.SweepStatus.Pace;
import io.lockstep.sweep.store.index.SweepStatus.Slow;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Reads the status of a sweep from tables whose size does not depend on the number of points.
 *
 * @param now current time in milliseconds since 1970
 */
record StatusReader(SweepFolder sweep, Connection connection, long now) {
  /** Milliseconds without a write after which a writer on another host is considered dead. */
  private static final long SILENCE_MILLIS = 600_000;

  private static final int MOST_LISTED = 100;
  private static final int SLOWEST = 10;

  private record Span(long begun, long modified, long rows) {}

  SweepStatus read() throws SQLException {
    Set<Long> living = new HashSet<>(); // lookup only
    List<Span> live = new ArrayList<>();
    List<Span> all = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select id, host, process, begun_millis, modified_millis, rows from segments")) {
      while (row.next()) {
        Span span = new Span(row.getLong(4), row.getLong(5), row.getLong(6));
        all.add(span);
        if (lives(row.getString(2), row.getLong(3), span)) {
          living.add(row.getLong(1));
          live.add(span);
        }
      }
    }
    List<Count> counts = counts();
    long missing = sweep.points() - counts.stream().mapToLong(Count::points).sum();
    List<Damage> damages = damages(living);
    return new SweepStatus(
        sweep.points(),
        counts,
        builds(),
        contradictions(),
        new Damages(
            List.copyOf(damages.subList(0, Math.min(MOST_LISTED, damages.size()))), damages.size()),
        pace(live, all, missing),
        slowest());
  }

  private boolean lives(String host, long process, Span span) {
    if (host.equals(Hosts.here())) {
      return ProcessHandle.of(process).filter(ProcessHandle::isAlive).isPresent();
    }
    return now - span.modified < SILENCE_MILLIS;
  }

  private Pace pace(List<Span> live, List<Span> all, long missing) {
    List<Span> of = live.isEmpty() ? all : live;
    long rows = of.stream().mapToLong(Span::rows).sum();
    long millis = 0;
    if (live.isEmpty()) { // length of the union of all periods
      long until = Long.MIN_VALUE;
      List<Span> sorted = new ArrayList<>(all);
      sorted.sort((a, b) -> Long.compare(a.begun, b.begun));
      for (Span span : sorted) {
        long from = Math.max(until, span.begun);
        millis += Math.max(0, span.modified - from);
        until = Math.max(until, span.modified);
      }
    } else {
      millis = Math.max(0, now - live.stream().mapToLong(Span::begun).min().getAsLong());
    }
    boolean known = !live.isEmpty() && rows > 0 && missing > 0;
    return new Pace(
        live.size(),
        rows,
        millis,
        known ? OptionalLong.of((long) ((double) missing * millis / rows)) : OptionalLong.empty());
  }

  private List<Count> counts() throws SQLException {
    List<Count> counts = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select verdict, failure, count(*), sum(wall_micros) from results group by 1, 2")) {
      while (row.next()) {
        Verdict verdict = Verdict.valueOf(row.getString(1));
        counts.add(new Count(verdict, row.getString(2), row.getLong(3), row.getLong(4)));
      }
    }
    counts.sort(Comparator.comparing(Count::verdict).thenComparing(Count::failure));
    return counts;
  }

  private List<BuildCount> builds() throws SQLException {
    List<BuildCount> builds = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select version, digest, plugins, points from builds join"
                    + " (select build, count(*) as points from results group by build) on build = id"
                    + " order by points desc, version, digest, plugins")) {
      while (row.next()) {
        Build build = new Build(row.getString(1), row.getString(2), row.getString(3));
        builds.add(new BuildCount(build, row.getLong(4)));
      }
    }
    return builds;
  }

  private List<Damage> damages(Set<Long> living) throws SQLException {
    List<Damage> damages = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select d.segment, g.name, d.\"offset\", d.kind, d.what from damages d"
                    + " join segments g on g.id = d.segment order by g.name, d.\"offset\"")) {
      while (row.next()) {
        Damage.Kind kind = Damage.Kind.valueOf(row.getString(4).toUpperCase(Locale.ROOT));
        if (kind != Damage.Kind.TORN || !living.contains(row.getLong(1))) {
          damages.add(new Damage(row.getString(2), row.getLong(3), kind, row.getString(5)));
        }
      }
    }
    return damages;
  }

  private List<Contradiction> contradictions() throws SQLException {
    Map<String, Contradiction> byKey = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select lower(hex(v.key)), v.point, g.name, v.\"offset\" from violations v"
                    + " join segments g on g.id = v.segment"
                    + " order by v.key, v.point, g.name, v.\"offset\"")) {
      while (row.next()) {
        String key = row.getString(1);
        long point = row.getLong(2);
        byKey
            .computeIfAbsent(key, k -> new Contradiction(k, point, new ArrayList<>()))
            .places()
            .add(row.getString(3) + ": byte " + row.getLong(4));
      }
    }
    return List.copyOf(byKey.values());
  }

  private List<Slow> slowest() throws SQLException {
    List<Slow> slowest = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select p.point, workload, device, status, wall_micros from (select point,"
                    + " wall_micros from results order by wall_micros desc, point limit "
                    + SLOWEST
                    + ") s join points p on p.point = s.point order by wall_micros desc, p.point")) {
      while (row.next()) {
        slowest.add(
            new Slow(
                row.getLong(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getLong(5)));
      }
    }
    return slowest;
  }
}
