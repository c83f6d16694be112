// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.Failure;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.Verdict;
import io.lockstep.study.StudyWorkers;
import io.lockstep.study.store.Build;
import io.lockstep.study.store.PointOutcome;
import io.lockstep.sweep.file.SweepFile;
import io.lockstep.sweep.plan.SweepPlan;
import io.lockstep.sweep.plan.Sweeps;
import io.lockstep.sweep.store.Outcomes;
import io.lockstep.sweep.store.SegmentFile;
import io.lockstep.sweep.store.SweepFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sweeps of a kernel of one instruction over launches of one work-group, of which one is refused.
 */
class DriverTest {
  private static final Build NOW = new Build("0.1.0", "aa", "");
  private static final Build LATER = new Build("0.1.0", "bb", "");

  @TempDir private Path folder;
  private final List<String> notes = new CopyOnWriteArrayList<>();
  private Path inputs;
  private SweepFolder sweep;
  private SweepPlan plan;

  @BeforeEach
  void makeTheSweep() throws IOException {
    inputs = Files.createDirectory(folder.resolve("inputs"));
    workload("");
    plan = plan("n: [2048, 32, 64]}");
    sweep = Outcomes.folder(folder.resolve("sweep"), plan.size());
  }

  private void workload(String body) throws IOException {
    Files.writeString(
        inputs.resolve("k.ptx"),
        ".version 8.5\n.target sm_50\n.address_size 64\n.visible .entry k(.param .u64 p0)\n{"
            + body
            + "  ret;\n}\n");
    Files.writeString(
        inputs.resolve("w.yaml"),
        """
        name: w
        kernels: k.ptx
        parameters: {n: 32, other: 1}
        buffers: {o: {type: u32, count: 1, init: zero}}
        steps:
          - {launch: k, grid: [1], block: [n], args: [o]}
        """);
  }

  private SweepPlan plan(String parameters) {
    String text = "workloads: [w.yaml]\ndevices: [gtx280]\nparameters: {" + parameters + "\n";
    return SweepPlan.of(SweepFile.read("s.yaml", text, inputs), Sweeps.CATALOGUE);
  }

  private Driver driver(ExistingRows existing, boolean failFast) {
    return driver(SweepPart.all("local"), existing, failFast);
  }

  private Driver driver(SweepPart part, ExistingRows existing, boolean failFast) {
    notes.clear();
    WorkOptions options =
        new WorkOptions(
            StudyWorkers.THREADS, 1, RunOptions.defaults(), existing, failFast, notes::add);
    return new Driver(sweep, plan, part, Sweeps.CATALOGUE, Plugins.frontends(), options);
  }

  private static Count count(long ok, long refused, long aside, long missing) {
    Map<Verdict, Long> rows =
        refused == 0
            ? Map.of(Verdict.NOT_VERIFIED, ok)
            : Map.of(Verdict.NOT_VERIFIED, ok, Verdict.REFUSED, refused);
    return new Count(rows, aside, missing);
  }

  private void rows(PointOutcome... outcomes) {
    try (SegmentFile file = new SegmentFile(sweep, "other")) {
      for (PointOutcome outcome : outcomes) {
        file.add(outcome.by(NOW, 0));
      }
    }
  }

  @Test
  void eachPointIsComputedOnceAndItsRowCountsForTheNextDriver() {
    Driver first = driver(ExistingRows.of(NOW), false);
    assertThat(first.look().missing()).isEqualTo(3);
    Count all = first.run();
    assertThat(all.missing()).isZero();
    assertThat(all.done()).isEqualTo(3);
    assertThat(all.of(Verdict.REFUSED)).isEqualTo(1);
    assertThat(first.computed()).isEqualTo(3);
    assertThat(first.violations()).isZero();
    assertThat(first.isCancelled()).isFalse();
    Driver second = driver(ExistingRows.of(NOW), false);
    assertThat(second.run()).isEqualTo(all);
    assertThat(second.computed()).isZero();
    assertThat(notes).isEmpty();
  }

  @Test
  void theRowsOfAnotherBuildAreComputedAnewUnlessTheyAreKept() {
    Count all = driver(ExistingRows.of(NOW), false).run();
    Driver kept = driver(ExistingRows.of(LATER).all(), false);
    assertThat(kept.run()).isEqualTo(all);
    assertThat(kept.computed()).isZero();
    assertThat(notes).isEmpty();
    Driver later = driver(ExistingRows.of(LATER), false);
    assertThat(later.run()).isEqualTo(all);
    assertThat(later.computed()).isEqualTo(3);
    assertThat(notes).containsExactly("3 rows are of another build: computed anew");
  }

  @Test
  void theRowsOfChangedFilesAreComputedAnewUnlessTheyAreKept() throws IOException {
    driver(ExistingRows.of(NOW), false).run();
    workload("\n  .reg .b32 %r<2>;\n  mov.u32 %r1, 1;\n");
    Driver kept = driver(ExistingRows.of(NOW).all(), false);
    kept.run();
    assertThat(kept.computed()).isZero();
    Driver one = driver(SweepPart.of(2, 3, 3), ExistingRows.of(NOW), false);
    assertThat(one.look().missing()).isEqualTo(1);
    assertThat(notes).containsExactly("1 row is of changed files: computed anew");
    Driver changed = driver(ExistingRows.of(NOW), false);
    assertThat(changed.run().missing()).isZero();
    assertThat(changed.computed()).isEqualTo(3);
    assertThat(notes).containsExactly("3 rows are of changed files: computed anew");
    Driver again = driver(ExistingRows.of(NOW), false);
    again.run();
    assertThat(again.computed()).isZero();
  }

  @Test
  void aCancelledSweepStartsNoWork() throws IOException {
    Files.createFile(sweep.root().resolve(Driver.CANCEL));
    Driver driver = driver(ExistingRows.of(NOW), false);
    assertThat(driver.run().missing()).isEqualTo(3);
    assertThat(driver.isCancelled()).isTrue();
    assertThat(driver.computed()).isZero();
  }

  @Test
  void aDriverThatWasStoppedBeforeItsWorkStartsNone() {
    Driver driver = driver(ExistingRows.of(NOW), false);
    driver.stop();
    assertThat(driver.run().missing()).isEqualTo(3);
    assertThat(driver.isCancelled()).isFalse();
  }

  @Test
  void theFirstBadPointStopsTheWorkIfThatIsAsked() {
    Driver driver = driver(ExistingRows.of(NOW), true);
    Count count = driver.run();
    assertThat(count.of(Verdict.REFUSED)).isEqualTo(1);
    assertThat(count.missing()).isEqualTo(2);
    assertThat(driver.computed()).isEqualTo(1);
  }

  @Test
  void aPartIsComputedByItselfWithACacheForTheOthers() {
    Driver driver = driver(SweepPart.of(2, 3, 3), ExistingRows.of(NOW), false);
    Count count = driver.run();
    assertThat(count.all()).isEqualTo(1);
    assertThat(driver.computed()).isEqualTo(1);
    assertThat(sweep.root().resolve("cache")).isNotEmptyDirectory();
    assertThat(sweep.root().resolve("logs")).isDirectory();
  }

  @Test
  void aSweepOfOneProcessKeepsNoCacheOfTraces() {
    driver(ExistingRows.of(NOW), false).run();
    assertThat(sweep.root().resolve("cache")).doesNotExist();
  }

  @Test
  void rowsOfOnePointThatDifferAreAViolation() {
    rows(Outcomes.ok(1, 10), Outcomes.ok(1, 11), Outcomes.ok(2, 10));
    Driver driver = driver(ExistingRows.of(NOW).all(), false);
    driver.look();
    assertThat(driver.violations()).isEqualTo(1);
    assertThat(notes).containsExactly("violation of determinism: points {1} have rows that differ");
    driver.look(); // reads nothing anew
    assertThat(driver.violations()).isEqualTo(1);
  }

  @Test
  void pointsOfOneProgramWithTwoTracesAreAViolation() {
    plan = plan("n: [32]}\nset:\n  unit.count: [10, 20, 30]");
    Driver whole = driver(ExistingRows.of(NOW), false);
    whole.run();
    assertThat(whole.violations()).isZero();
    // a point whose row tells of another trace, between two that are computed
    sweep = Outcomes.folder(folder.resolve("again"), plan.size());
    rows(Outcomes.ok(1));
    Driver driver = driver(ExistingRows.of(NOW), false);
    driver.run();
    assertThat(driver.computed()).isEqualTo(2);
    assertThat(driver.violations()).isEqualTo(1);
    assertThat(notes).anyMatch(n -> n.contains("point ") && n.contains("from another trace"));
  }

  @Test
  void pointsThatFailedBecauseOfTheMachineAreTriedAgainIfThatIsAsked() {
    rows(
        Outcomes.failed(1, Failure.TIME_LIMIT, 1, ""),
        Outcomes.failed(2, Failure.TIME_LIMIT, 1, ""));
    Count aside = driver(ExistingRows.of(NOW), false).look();
    assertThat(List.of(aside.aside(), aside.missing())).containsExactly(2L, 1L);
    ExistingRows retry = new ExistingRows(NOW, false, true);
    assertThat(driver(retry, false).look().missing()).isEqualTo(3);
  }

  @Test
  void countsAddUpAndAreToldInWords() {
    Count some = count(3, 2, 4, 5);
    assertThat(some.done()).isEqualTo(9);
    assertThat(some.all()).isEqualTo(14);
    assertThat(some.words())
        .isEqualTo(
            "3 %s; 2 %s; 4 set aside (resume --retry tries them again)"
                .formatted(Verdict.NOT_VERIFIED.words(), Verdict.REFUSED.words()));
    assertThat(count(1, 0, 0, 0).words()).isEqualTo("1 " + Verdict.NOT_VERIFIED.words());
    assertThat(new Count(Map.of(), 0, 1).words()).isEqualTo("none ok");
  }
}
