// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.Failure;
import io.lockstep.study.store.PointOutcome;
import io.lockstep.sweep.point.RelativeSettings;
import io.lockstep.sweep.store.Outcomes;
import io.lockstep.sweep.store.SegmentFile;
import io.lockstep.sweep.store.SweepFolder;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each row is taken once, whoever is ended at whatever moment, and however many take. */
class IngestTest {
  @TempDir Path root;

  private static final class Killed extends Error {}

  /** A connection whose process is killed before its n-th statement. */
  private static Connection mortal(Connection real, AtomicInteger left) {
    return (Connection)
        proxy(
            Connection.class,
            real,
            left,
            made ->
                made instanceof PreparedStatement
                    ? proxy(PreparedStatement.class, made, left, x -> x)
                    : made instanceof Statement
                        ? proxy(Statement.class, made, left, x -> x)
                        : made);
  }

  private static Object proxy(
      Class<?> type, Object real, AtomicInteger left, java.util.function.UnaryOperator<Object> of) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (p, method, args) -> {
          if (method.getName().startsWith("execute") && left.getAndDecrement() == 0) {
            throw new Killed();
          }
          try {
            return of.apply(method.invoke(real, args));
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }

  /** Killed processes lose nothing for that, only machines do. */
  private static Connection unforced(Path index) throws SQLException {
    Connection c = Database.writing(index);
    try (Statement s = c.createStatement()) {
      s.execute("pragma synchronous = off");
    }
    return c;
  }

  private static List<String> contents(Path index) throws SQLException {
    List<String> all = new ArrayList<>();
    try (Connection c = unforced(index);
        Statement s = c.createStatement()) {
      for (String table :
          new String[] {
            "results", "columns", "shapes", "builds", "violations", "damages", "segments"
          }) {
        try (ResultSet row = s.executeQuery("select * from " + table + " order by 1, 2")) {
          while (row.next()) {
            StringBuilder line = new StringBuilder(table);
            for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
              line.append('|').append(row.getString(i));
            }
            all.add(line.toString());
          }
        }
      }
    }
    return all;
  }

  private SweepFolder folder(Path at) {
    SweepFolder sweep = Outcomes.folder(at, 30);
    try (SegmentFile one = new SegmentFile(sweep, "a");
        SegmentFile two = new SegmentFile(sweep, "b")) {
      for (long p = 0; p < 6; p++) {
        one.add(Outcomes.ok(p));
        two.add(p == 3 ? Outcomes.ok(p, 7) : Outcomes.ok(p + 2)); // 3 twice, and not the same
      }
      one.add(Outcomes.failed(20, Failure.MODEL, 1, "SIGSEGV"));
      two.add(Outcomes.ok(20)); // in its place
      two.add(Outcomes.ok(29));
      two.add(Outcomes.ok(35)); // the plan has no such point
    }
    return sweep;
  }

  @Test
  void killedBeforeAnyStatementItGoesOnAndTakesEachRowOnce() throws Exception {
    SweepFolder sweep = folder(root);
    try (Connection c = Database.writing(sweep.index())) {
      assertThat(new Ingester(sweep, c, RelativeSettings.NONE).ingest()).isEqualTo(15);
    }
    List<String> expected = contents(sweep.index());
    assertThat(expected).hasSizeGreaterThan(30).anyMatch(line -> line.startsWith("violations"));
    boolean through = false;
    int statements = 0;
    for (int n = 0; !through; n++) {
      Files.delete(sweep.index());
      try (Connection c = unforced(sweep.index())) {
        new Ingester(sweep, mortal(c, new AtomicInteger(n)), RelativeSettings.NONE).ingest();
        through = true;
      } catch (Killed e) {
        statements++;
      }
      try (Connection c = unforced(sweep.index())) {
        new Ingester(sweep, c, RelativeSettings.NONE).ingest();
      }
      assertThat(contents(sweep.index())).as("killed before statement " + n).isEqualTo(expected);
    }
    assertThat(statements).isGreaterThan(80);
  }

  @Test
  void killedInTheMiddleOfManyTransactionsItGoesOnWhereItWas() throws Exception {
    SweepFolder sweep = Outcomes.folder(root, 10_000);
    Outcomes.segment(sweep, "a", LongStream.range(0, 6000).mapToObj(Outcomes::ok));
    long taken = 0;
    for (int n : new int[] {4_500, 11_000}) {
      try (Connection c = Database.writing(sweep.index())) {
        new Ingester(sweep, mortal(c, new AtomicInteger(n)), RelativeSettings.NONE).ingest();
      } catch (Killed e) {
        taken++;
      }
    }
    assertThat(taken).isEqualTo(2);
    try (SweepStore store = SweepStore.open(root)) {
      store.ingest();
      assertThat(store.status().done()).isEqualTo(6000);
      assertThat(store.status().pace().rows()).isEqualTo(6000);
      assertThat(store.status().counts().get(0).wallMicros()).isEqualTo(6_000_000_000L);
    }
  }

  @Test
  void severalThatTakeAtOnceTakeEachRowOnce() throws Exception {
    SweepFolder sweep = Outcomes.folder(root, 3000);
    AtomicInteger taken = new AtomicInteger();
    List<Throwable> failed = new ArrayList<>();
    Thread writer =
        new Thread(
            () -> {
              try (SegmentFile file = new SegmentFile(sweep, "a")) {
                for (long p = 0; p < 300; p++) {
                  file.add(Outcomes.ok(p));
                }
              }
            });
    List<Thread> threads = new ArrayList<>();
    writer.start();
    for (int i = 0; i < 3; i++) {
      Thread thread =
          new Thread(
              () -> {
                try (SweepStore store = SweepStore.open(root)) {
                  do {
                    taken.addAndGet((int) store.ingest());
                  } while (writer.isAlive());
                  taken.addAndGet((int) store.ingest());
                } catch (RuntimeException e) {
                  synchronized (failed) {
                    failed.add(e);
                  }
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failed).isEmpty();
    try (SweepStore store = SweepStore.open(root)) {
      List<PointOutcome> rows = new ArrayList<>();
      store.rows(columns -> {}, rows::add);
      assertThat(rows).hasSize(300);
      assertThat(store.status().pace().rows()).isEqualTo(300);
    }
    assertThat(taken.get()).isEqualTo(300);
  }
}
