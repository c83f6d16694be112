// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.run.Verdict;
import io.lockstep.run.result.ResultFields;
import io.lockstep.study.store.Build;
import io.lockstep.study.store.OutcomeOrigin;
import io.lockstep.study.store.PointOutcome;
import io.lockstep.sweep.store.Damage;
import io.lockstep.sweep.store.Outcomes;
import io.lockstep.sweep.store.SegmentFile;
import io.lockstep.sweep.store.Segments;
import io.lockstep.sweep.store.SweepFolder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepStoreTest {
  private static final int POINTS = 40;

  @TempDir Path root;
  private SweepFolder sweep;

  @BeforeEach
  void makeTheFolder() {
    sweep = Outcomes.folder(root, POINTS);
  }

  private void write(String shard, PointOutcome... outcomes) {
    try (SegmentFile file = new SegmentFile(sweep, shard)) {
      Arrays.stream(outcomes).forEach(file::add);
    }
  }

  private void writeRange(String shard, long from, long to) {
    write(shard, LongStream.range(from, to).mapToObj(Outcomes::ok).toArray(PointOutcome[]::new));
  }

  private List<PointOutcome> rows() {
    try (SweepStore store = SweepStore.open(root)) {
      store.ingest();
      return rows(store);
    }
  }

  private static List<PointOutcome> rows(SweepStore store) {
    List<PointOutcome> rows = new ArrayList<>();
    long count = store.rows(columns -> {}, rows::add);
    assertThat(count).isEqualTo(rows.size());
    return rows;
  }

  private static ExportColumns columns(SweepStore store) {
    List<ExportColumns> found = new ArrayList<>();
    store.rows(found::add, row -> {});
    return found.get(0);
  }

  private SweepStatus status() {
    try (SweepStore store = SweepStore.open(root)) {
      store.ingest();
      return store.status();
    }
  }

  private static List<List<Object>> ask(SweepStore store, String sql) {
    List<List<Object>> rows = new ArrayList<>();
    store.query(
        sql,
        answer -> {
          rows.add(new ArrayList<>(answer.columns()));
          answer.rows().forEach(row -> rows.add(new ArrayList<>(row.values())));
        });
    return rows;
  }

  @Test
  void rowsComeByKeyAndThenByIndexWithAllOfTheirDigits() {
    writeRange("a", 0, 20);
    writeRange("b", 20, 30);

    assertThat(rows())
        .containsExactlyElementsOf(
            LongStream.range(0, 30)
                .mapToObj(Outcomes::ok)
                .sorted(Comparator.comparing(PointOutcome::key).thenComparing(PointOutcome::point))
                .toList());
  }

  @Test
  void whatIsAddedLaterIsTakenOnce() {
    try (SweepStore store = SweepStore.open(root);
        SegmentFile file = new SegmentFile(sweep, "a")) {
      assertThat(store.ingest()).isZero();
      file.add(Outcomes.ok(1));
      assertThat(store.ingest()).isEqualTo(1);
      assertThat(store.ingest()).isZero();
      file.add(Outcomes.ok(2));
      file.add(Outcomes.ok(3));
      writeRange("b", 3, 5);
      assertThat(store.ingest()).isEqualTo(4);
      assertThat(store.status().done()).isEqualTo(4);
    }
  }

  @Test
  void pointsAreCountedByHowTheyCameOut() {
    write(
        "a",
        Outcomes.ok(0),
        Outcomes.failed(1, Failure.MODEL, 3, "SIGSEGV"),
        Outcomes.failed(2, Failure.TIME_LIMIT, 1, ""),
        Outcomes.failed(3, Failure.INTERRUPTED, 1, ""));
    SweepStatus status = status();

    assertThat(status.counts())
        .containsExactly(
            new SweepStatus.Count(Verdict.VERIFIED, "", 1, 1_000_000),
            new SweepStatus.Count(Verdict.FAILED, "model", 1, 1_000_000),
            new SweepStatus.Count(Verdict.FAILED, "time-limit", 1, 1_000_000));
    assertThat(status.done()).isEqualTo(3);
    assertThat(status.missing()).isEqualTo(POINTS - 3);
    assertThat(status.slowest()).hasSize(3);
    assertThat(status.slowest().get(0).point()).isZero();
  }

  @Test
  void theTenSlowestPointsAreListedTheSlowestFirst() {
    write(
        "a",
        LongStream.range(0, 12)
            .mapToObj(
                p ->
                    new PointOutcome(
                        p,
                        Outcomes.key(p),
                        Outcomes.ok(p).result(),
                        new OutcomeOrigin("node1", 4711, "3of8", 1, 10 * p, "")))
            .toArray(PointOutcome[]::new));
    assertThat(status().slowest())
        .extracting(SweepStatus.Slow::point)
        .containsExactly(11L, 10L, 9L, 8L, 7L, 6L, 5L, 4L, 3L, 2L);
  }

  @Test
  void whatDependedOnTheMachineIsReplacedByAProperRowInAnyOrder() {
    PointOutcome[] all = {
      Outcomes.failed(7, Failure.MODEL, 1, "SIGKILL"),
      Outcomes.ok(7),
      Outcomes.failed(7, Failure.TIME_LIMIT, 2, "")
    };
    for (int i = 0; i < 3; i++) {
      Path here = root.resolve("order" + i);
      SweepFolder one = Outcomes.folder(here, 8);
      for (int k = 0; k < 3; k++) {
        try (SegmentFile file = new SegmentFile(one, "s" + k);
            SweepStore store = SweepStore.open(here)) {
          file.add(all[(i + k) % 3]);
          store.ingest();
        }
      }
      try (SweepStore store = SweepStore.open(here)) {
        assertThat(rows(store)).containsExactly(Outcomes.ok(7));
        assertThat(store.status().contradictions()).isEmpty();
        assertThat(store.status().counts())
            .containsExactly(new SweepStatus.Count(Verdict.VERIFIED, "", 1, 1_000_000));
        assertThat(columns(store).optional()).isEmpty();
        assertThat(columns(store).parameters()).containsExactly("N", "n");
        assertThat(columns(store).statistics()).hasSize(3);
      }
    }
  }

  @Test
  void aLaterRevisionReplacesWhatWasThereInWhateverOrderTheyCome() {
    Build was = new Build("0.1.0", "aa", "");
    Build now = new Build("0.1.0", "aa", "toy.jar:bb");
    PointOutcome[] all = {
      Outcomes.ok(7, 111).by(was, 0),
      Outcomes.failed(7, Failure.TIME_LIMIT, 1, "").by(now, 1),
      Outcomes.failed(7, Failure.TIME_LIMIT, 2, "").by(now, 1)
    };
    for (int i = 0; i < 3; i++) {
      Path here = root.resolve("order" + i);
      SweepFolder one = Outcomes.folder(here, 8);
      for (int k = 0; k < 3; k++) {
        try (SegmentFile file = new SegmentFile(one, "s" + k);
            SweepStore store = SweepStore.open(here)) {
          file.add(all[(i + k) % 3]);
          store.ingest();
        }
      }
      try (SweepStore store = SweepStore.open(here)) {
        assertThat(rows(store)).containsExactly(all[2]);
        assertThat(store.status().builds()).containsExactly(new SweepStatus.BuildCount(now, 1));
        assertThat(store.status().ofOtherBuilds(was)).isEqualTo(1);
        assertThat(store.status().ofOtherBuilds(now)).isZero();
      }
    }
  }

  @Test
  void ofTwoAttemptsThatEndedTheLaterOneStands() {
    write("a", Outcomes.failed(7, Failure.MODEL, 3, "SIGSEGV"));
    write("b", Outcomes.failed(7, Failure.MODEL, 2, "SIGKILL"));

    assertThat(rows()).containsExactly(Outcomes.failed(7, Failure.MODEL, 3, "SIGSEGV"));
  }

  @Test
  void twoResultsOfOneKeyThatDifferAreBothKeptAndTold() {
    write("a", Outcomes.ok(5, 111), Outcomes.ok(6));
    write("b", Outcomes.ok(5, 222), Outcomes.ok(6));
    PointOutcome copy = Outcomes.ok(5, 333); // the same key at another point
    write("c", new PointOutcome(9, copy.key(), copy.result(), copy.provenance()));
    List<PointOutcome> stands = rows();
    SweepStatus status = status();

    assertThat(stands).hasSize(3);
    assertThat(status.contradictions()).hasSize(1);
    SweepStatus.Contradiction found = status.contradictions().get(0);
    assertThat(found.key()).isEqualTo(Outcomes.key(5));
    assertThat(found.point()).isEqualTo(5);
    assertThat(found.places()).hasSize(3).allMatch(p -> p.matches("[abc]-.*\\.seg: byte \\d+"));
    try (SweepStore store = SweepStore.open(root)) {
      store.remake();
      assertThat(rows(store)).isEqualTo(stands);
      assertThat(store.status().contradictions()).isEqualTo(status.contradictions());
    }
  }

  @Test
  void namesAndMessagesAreNoContradiction() {
    PointOutcome one = Outcomes.failed(5, Failure.INPUT, 1, "");
    write("a", one);
    write("b", new PointOutcome(9, one.key(), one.result(), Outcomes.by(2, "SIGTERM")));

    assertThat(status().contradictions()).isEmpty();
  }

  @Test
  void aDatabaseThatIsGoneDamagedOrOfAnotherVersionIsMadeAnew() throws Exception {
    writeRange("a", 0, 30);
    List<PointOutcome> rows = rows();
    for (String what : new String[] {"gone", "no database", "cut", "old", "flipped"}) {
      Path index = sweep.index();
      switch (what) {
        case "gone" -> Files.delete(index);
        case "no database" -> Files.writeString(index, "x".repeat(20_000));
        case "cut" -> {
          try (RandomAccessFile file = new RandomAccessFile(index.toFile(), "rw")) {
            file.setLength(3 * 8192);
          }
        }
        case "old" -> {
          try (var c = Database.writing(index);
              var s = c.createStatement()) {
            s.execute("pragma user_version = 77");
            s.execute("create table other (x)");
          }
        }
        default -> {
          byte[] bytes = Files.readAllBytes(index);
          Arrays.fill(bytes, 8192, 8192 + 4096, (byte) 0x55);
          Files.write(index, bytes);
        }
      }
      assertThat(rows()).as(what).isEqualTo(rows);
      assertThat(status().done()).as(what).isEqualTo(30);
    }
  }

  @Test
  void aSegmentThatIsGoneOrChangedHasEverythingTakenAnew() throws IOException {
    writeRange("a", 0, 10);
    writeRange("b", 5, 15);
    assertThat(rows()).hasSize(15);
    Path a = Segments.of(sweep).get(0);
    byte[] bytes = Files.readAllBytes(a);
    Files.delete(a);
    assertThat(rows()).hasSize(10);
    Files.write(a, Arrays.copyOf(bytes, bytes.length - 5)); // another time
    assertThat(rows()).hasSize(14 + 1);
    assertThat(status().damages()).isEmpty(); // its writer, this process, lives
    Files.write(a, Arrays.copyOf(bytes, bytes.length / 2));
    assertThat(rows()).hasSizeLessThan(15);
    Files.write(a, bytes);
    assertThat(rows()).hasSize(15);
  }

  @Test
  void aLineThatIsDamagedAfterItWasTakenComesFromItsCopyOrIsMissing() throws IOException {
    writeRange("a", 0, 10);
    writeRange("b", 5, 10);
    assertThat(rows()).hasSize(10);
    Path a = Segments.of(sweep).get(0);
    var time = Files.getLastModifiedTime(a);
    String text = Files.readString(a);
    try (RandomAccessFile file = new RandomAccessFile(a.toFile(), "rw")) {
      for (int point : new int[] {3, 7}) {
        file.seek(text.indexOf("{\"point\":" + point) + 40);
        file.write('~');
      }
    }
    Files.setLastModifiedTime(a, time); // a disk's fault, which nobody has noticed
    try (SweepStore store = SweepStore.open(root)) {
      store.ingest();
      List<PointOutcome> rows = rows(store);
      assertThat(rows).extracting(PointOutcome::point).doesNotContain(3L).contains(7L).hasSize(9);
      assertThat(store.status().damaged()).isEqualTo(2);
      assertThat(store.status().damages())
          .extracting(Damage::kind)
          .containsOnly(Damage.Kind.CHECKSUM);
    }
  }

  @Test
  void aTornEndIsToldOnceItsWriterIsDead() throws IOException {
    writeRange("a", 0, 3);
    Path a = Segments.of(sweep).get(0);
    Files.writeString(a, "0123", StandardOpenOption.APPEND);
    assertThat(status().damages()).isEmpty();
    // The same of another host's writer, which has been silent for long.
    String text = Files.readString(a);
    String header = text.substring(9, text.indexOf('\n'));
    String elsewhere = header.replaceAll("\"host\":\"[^\"]*\"", "\"host\":\"elsewhere\"");
    Path b = sweep.results().resolve("b.seg");
    Files.writeString(b, line(elsewhere) + text.substring(text.indexOf('\n') + 1));
    Files.delete(a);
    assertThat(status().damages()).isEmpty();
    Files.setLastModifiedTime(b, FileTime.fromMillis(1_000_000));
    assertThat(status().damages()).extracting(Damage::kind).containsExactly(Damage.Kind.TORN);
    assertThat(status().done()).isEqualTo(3);
  }

  private static String line(String text) {
    java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
    crc.update(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return String.format("%08x %s%n", crc.getValue(), text);
  }

  @Test
  void aPointThatThePlanDoesNotHaveIsToldAndNotTaken() {
    write("a", Outcomes.ok(POINTS), Outcomes.ok(1));
    SweepStatus status = status();

    assertThat(status.done()).isEqualTo(1);
    assertThat(status.damages()).hasSize(1);
    assertThat(status.damages().get(0).text()).contains("point 40 of 40");
  }

  @Test
  void figuresAreColumnsOfPointsAndAreAskedForInSql() {
    writeRange("a", 0, 6);
    try (SweepStore store = SweepStore.open(root)) {
      store.ingest();
      assertThat(
              ask(
                  store,
                  "select device, count(*) as n, avg(\"cycles.kernels\"), sum(seconds) from points"
                      + " group by device order by device;"))
          .containsExactly(
              List.of("device", "n", "avg(\"cycles.kernels\")", "sum(seconds)"),
              List.of("gpu0", dec("2"), dec("1001.5"), dec("0.000002003")),
              List.of("gpu1", dec("2"), dec("1002.5"), dec("0.000002005")),
              List.of("gpu2", dec("2"), dec("1003.5"), dec("0.000002007")));
      assertThat(
              ask(
                  store,
                  "select \"param.N\", typeof(\"param.N\"), \"param.n_2\", \"set.l1.size\", key,"
                      + " \"l1.hit_ratio\" from points where point = 3"))
          .isEqualTo(
              List.of(
                  List.of(
                      "param.N",
                      "typeof(\"param.N\")",
                      "param.n_2",
                      "set.l1.size",
                      "key",
                      "l1.hit_ratio"),
                  Arrays.asList(
                      "x y", "text", dec("67"), "9KiB", Outcomes.key(3), dec("0.500003"))));
      assertThat(store.schema().rows()).contains(Map.of("column", "lds.conflicts", "note", ""));
    }
  }

  private static BigDecimal dec(String text) {
    return new BigDecimal(text);
  }

  @Test
  void nothingIsWrittenByAQuery() throws IOException {
    writeRange("a", 0, 6);
    try (SweepStore store = SweepStore.open(root)) {
      store.ingest();
      for (String sql :
          new String[] {
            "delete from results",
            "insert into results select * from results",
            "with x as (select 1) delete from results",
            "with x as (select 1) insert into totals values ('x', '', 1, 1)",
            "drop table results",
            "attach '" + root.resolve("other.sqlite") + "' as other",
            "vacuum into '" + root.resolve("other.sqlite") + "'",
            "explain vacuum into '" + root.resolve("other.sqlite") + "'",
            "backup to " + root.resolve("other.sqlite"),
            "pragma user_version = 3",
            "select 1; drop table results",
            "select writefile('" + root.resolve("other.sqlite") + "', 'x')",
            "select load_extension('x')",
            "",
            "-- nothing"
          }) {
        if (!sql.startsWith("explain")) {
          assertThatThrownBy(() -> ask(store, sql)).as(sql).isInstanceOf(InputException.class);
        } else {
          ask(store, sql); // tells, and does not do
        }
        assertThat(root.resolve("other.sqlite")).doesNotExist();
      }
      assertThat(store.status().done()).isEqualTo(6);
      assertThatThrownBy(() -> ask(store, "select nonesuch from points"))
          .hasMessage("query: no column 'nonesuch'; --schema lists the columns");
      assertThatThrownBy(() -> ask(store, "select avg(\"secondz\") from points -- \"x\""))
          .hasMessage("query: no column 'secondz'; did you mean 'seconds'?");
      assertThatThrownBy(() -> ask(store, "select 1 from points where \"device \" > 'a\"b'"))
          .hasMessage("query: no column 'device '; did you mean 'device'?");
      assertThat(ask(store, "select '\"secondz\"' as \"an alias\"").toString())
          .contains("an alias")
          .contains("\"secondz\"");
      assertThatThrownBy(() -> ask(store, "delete from results"))
          .hasMessage(
              "query: expected select, with, values or explain, found delete; it only reads");
    }
  }

  @Test
  void anyCharacterOfAFoldersNameIsACharacter() {
    for (String name : new String[] {"a b", "q?mode=memory", "50%3f", "h#x", "ü:;&'"}) {
      SweepFolder odd = Outcomes.folder(root.resolve(name), 5);
      try (SegmentFile file = new SegmentFile(odd, "../s " + name);
          SweepStore store = SweepStore.open(odd.root())) {
        file.add(Outcomes.ok(1));
        assertThat(store.ingest()).isEqualTo(1);
        assertThat(ask(store, "select count(*) from points").get(1)).containsExactly(dec("1"));
        assertThat(odd.index()).exists();
      }
    }
  }

  @Test
  void whereTheIndexCannotBeMadeItIsToldWithItsName() throws IOException {
    Files.createDirectory(sweep.index());
    try (SweepStore store = SweepStore.open(root)) {
      assertThatThrownBy(store::ingest)
          .isInstanceOf(OutputException.class)
          .hasMessageContaining("index.sqlite: cannot be used: ");
    }
  }

  @Test
  void aFolderThatMayNotBeWrittenIsAskedByAnIndexElsewhere() throws IOException {
    writeRange("a", 0, 6);
    try (SweepStore store = SweepStore.open(root, false)) {
      assertThat(store.ingest()).isEqualTo(6);
      assertThat(ask(store, "select count(*) from points").get(1)).containsExactly(dec("6"));
      assertThat(rows(store)).hasSize(6);
      assertThat(sweep.index()).doesNotExist();
    }
  }

  @Test
  void aSegmentOfAnotherDateIsTakenAnewOnlyWhereItsLinesAreOthers() throws IOException {
    Path a = Outcomes.segment(sweep, "a", LongStream.range(0, 9).mapToObj(Outcomes::ok));
    try (SweepStore store = SweepStore.open(root)) {
      assertThat(store.ingest()).isEqualTo(9);
      Files.setLastModifiedTime(a, FileTime.fromMillis(1_000_000));
      assertThat(store.ingest()).isZero();
      String lines = Files.readString(a);
      int begin = lines.indexOf('\n') + 1;
      int second = lines.indexOf('\n', begin) + 1;
      int third = lines.indexOf('\n', second) + 1;
      Files.writeString(
          a,
          lines.substring(0, begin)
              + lines.substring(second, third)
              + lines.substring(begin, second)
              + lines.substring(third));
      assertThat(store.ingest()).isEqualTo(9);
      assertThat(rows(store)).hasSize(9);
      assertThat(store.ingest()).isZero();
    }
  }

  @Test
  void aFolderThatIsNoSweepIsToldSo() {
    assertThatThrownBy(() -> SweepStore.open(root.resolve("none")))
        .hasMessageEndingWith("none: there is none");
    assertThatThrownBy(() -> SweepStore.open(sweep.results()))
        .hasMessageEndingWith("results: is not a sweep: it has no plan.json");
  }

  @Test
  void aStatisticOfAnyNameIsAskedForAndNoLongerExportedWhenItsRowIsReplaced() {
    RunResult plain = Outcomes.ok(1).result();
    SortedMap<String, BigDecimal> odd = new TreeMap<>();
    odd.put("it's", dec("1"));
    odd.put("a \"b\"", dec("2.5"));
    odd.put("$[0].c\\", dec("3"));
    RunResult first =
        ResultFields.Values.of(Outcomes.failed(1, Failure.MODEL, 1, "").result())
            .set(ResultFields.STATISTICS, odd)
            .result();
    write("a", new PointOutcome(1, Outcomes.key(1), first, Outcomes.by(1, "")));
    try (SweepStore store = SweepStore.open(root)) {
      store.ingest();
      assertThat(ask(store, "select \"it's\", \"a \"\"b\"\"\", \"$[0].c\\\" from points").get(1))
          .containsExactly(dec("1"), dec("2.5"), dec("3"));
      assertThat(columns(store).statistics()).containsExactlyElementsOf(odd.keySet());
      write("b", Outcomes.ok(1));
      store.ingest();
      assertThat(columns(store).statistics())
          .containsExactlyElementsOf(plain.statistics().keySet());
    }
  }

  @Test
  void theRowsOfAQueryAreReadFromTheDatabaseAsTheyAreAskedFor() {
    String endless =
        "with recursive n(i) as (select 1 union all select i + 1 from n) select i, i from n";
    try (SweepStore store = SweepStore.open(root)) {
      store.ingest();
      store.query(
          endless,
          answer ->
              assertThat(StreamSupport.stream(answer.rows().spliterator(), false).limit(3))
                  .containsExactly(
                      Map.of("i", dec("1"), "i_2", dec("1")),
                      Map.of("i", dec("2"), "i_2", dec("2")),
                      Map.of("i", dec("3"), "i_2", dec("3"))));
    }
  }

  @Test
  void statisticsBeyondWhatATableHoldsAreStillInRows() {
    PointOutcome many = ManyStatistics.of(1, 2500);
    write("a", many);
    try (SweepStore store = SweepStore.open(root)) {
      store.ingest();
      assertThat(rows(store)).containsExactly(many);
      assertThat(columns(store).statistics()).hasSize(2500);
      assertThat(store.schema().rows())
          .filteredOn(column -> column.get("note").equals("only in exports"))
          .hasSizeGreaterThan(500);
      assertThat(ask(store, "select \"s.0001\" from points").get(1)).containsExactly(dec("1"));
    }
  }
}
