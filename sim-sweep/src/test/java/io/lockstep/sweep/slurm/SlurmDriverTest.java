// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.run.Failure;
import io.lockstep.run.Verdict;
import io.lockstep.study.store.Build;
import io.lockstep.sweep.store.Outcomes;
import io.lockstep.sweep.store.SweepFolder;
import io.lockstep.sweep.work.Count;
import io.lockstep.sweep.work.Driver;
import io.lockstep.sweep.work.ExistingRows;
import io.lockstep.sweep.work.PointStates;
import io.lockstep.sweep.work.SweepPart;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class SlurmDriverTest {
  private static final int POINTS = 40;

  @TempDir Path root;
  private final List<String> notes = Collections.synchronizedList(new ArrayList<>());
  private SweepFolder sweep;

  private SlurmDriver driver(Slurm slurm) {
    return new SlurmDriver(
        new PointStates(sweep, SweepPart.all("slurm"), ExistingRows.of(Build.UNKNOWN)),
        new SlurmOptions(4, List.of()),
        new ShardCommand(Path.of("/bin/lockstep"), null, List.of()),
        slurm,
        new Pace(1, 5, 20, 10_000),
        notes::add);
  }

  private FalseSlurm slurm(FalseSlurm.Fate fate) {
    sweep = Outcomes.folder(root, POINTS);
    return new FalseSlurm(sweep, fate);
  }

  @Test
  void allPointsAreDoneByOneArrayWhereNothingHappens() throws SlurmException {
    FalseSlurm slurm = slurm((round, task) -> true);
    SlurmDriver driver = driver(slurm);
    assertThat(driver.submit()).singleElement().extracting(ArrayJob::id).isEqualTo("101");
    assertThat(ok(driver.run())).isEqualTo(POINTS);
    assertThat(slurm.scripts).hasSize(1);
    assertThat(driver.gaveUp()).isEmpty();
    assertThat(driver.computed()).isEqualTo(POINTS);
  }

  @Test
  void whatDeadTasksHaveLeftGoesOutAgainAndNothingElse() throws SlurmException {
    FalseSlurm slurm = slurm((round, task) -> round > 1 || task != 2);
    SlurmDriver driver = driver(slurm);
    driver.submit();
    assertThat(driver.run().missing()).isZero();
    assertThat(slurm.scripts).hasSize(2);
    assertThat(notes).contains("job 101 has ended; 10 points are missing and go out again");
  }

  @Test
  void anArrayThatTheControllerForgetsIsHandedOverAgain() throws SlurmException {
    FalseSlurm slurm = slurm((round, task) -> true);
    slurm.forgets = true;
    SlurmDriver driver = driver(slurm);
    driver.submit();
    slurm.forgets = false;
    assertThat(ok(driver.run())).isEqualTo(POINTS);
    assertThat(slurm.scripts).hasSize(2);
  }

  @Test
  void aControllerThatDoesNotAnswerIsWaitedForAndNothingIsHandedOverMeanwhile()
      throws SlurmException {
    FalseSlurm slurm = slurm((round, task) -> true);
    SlurmDriver driver = driver(slurm);
    driver.submit();
    slurm.silences = 30;
    assertThat(ok(driver.run())).isEqualTo(POINTS);
    assertThat(slurm.scripts).hasSize(1);
    assertThat(notes).filteredOn(n -> n.startsWith("Slurm gives no answer")).hasSize(1);
  }

  @Test
  void aControllerThatIsAwayWhenAFurtherRoundIsDueIsWaitedFor() throws SlurmException {
    FalseSlurm slurm = slurm((round, task) -> round > 1);
    SlurmDriver driver = driver(slurm);
    driver.submit();
    slurm.refusals = 3;
    assertThat(ok(driver.run())).isEqualTo(POINTS);
    assertThat(slurm.scripts).hasSize(2);
    assertThat(notes).filteredOn(n -> n.contains("not today")).hasSize(1);
  }

  @Test
  void threeRoundsWithoutARowAreTheEndWithTheLastWordsOfATask() throws SlurmException {
    FalseSlurm slurm = slurm((round, task) -> task == 0 && round == 1);
    SlurmDriver driver = driver(slurm);
    driver.submit();
    assertThat(driver.run().missing()).isEqualTo(30);
    assertThat(slurm.scripts).hasSize(1 + SlurmDriver.MOST_BARREN);
    assertThat(driver.gaveUp())
        .startsWith("3 rounds have brought nothing; 30 points are missing")
        .contains("0004-0.log:", "\n  | first\n  | no Java at /x");
  }

  @Test
  void aRefusalOfTheFirstArrayIsToldInSlurmsWords() {
    FalseSlurm slurm = slurm((round, task) -> true);
    slurm.refusals = 1;
    assertThatThrownBy(driver(slurm)::submit)
        .isInstanceOf(SlurmException.class)
        .hasMessage("sbatch: error: not today");
  }

  @Test
  void anArrayThatIsStillUnderWayIsWaitedForInsteadOfHandedOverTwice() throws SlurmException {
    FalseSlurm slurm = slurm((round, task) -> true);
    driver(slurm).submit(); // and its process ends
    SlurmDriver later = driver(slurm);
    assertThat(later.submit()).singleElement().extracting(ArrayJob::id).isEqualTo("101");
    assertThat(ok(later.run())).isEqualTo(POINTS);
    assertThat(slurm.scripts).hasSize(1);
  }

  @Test
  void cancellingEndsArraysThatWaitAndTheDriver() throws Exception {
    FalseSlurm slurm = slurm((round, task) -> true);
    slurm.never = true;
    SlurmDriver driver = driver(slurm);
    String name = driver.submit().get(0).name();
    Files.createFile(root.resolve(Driver.CANCEL));
    driver.run();
    assertThat(driver.isCancelled()).isTrue();
    assertThat(slurm.cancelled).containsExactly(name);
    assertThat(SlurmDriver.cancel(root, slurm)).isEmpty(); // known no more
  }

  @Test
  void aStoppedDriverLeavesItsArrayAlone() throws Exception {
    FalseSlurm slurm = slurm((round, task) -> true);
    slurm.never = true;
    SlurmDriver driver = driver(slurm);
    driver.submit();
    Thread waiting = new Thread(driver::run);
    waiting.start();
    driver.stop();
    waiting.join();
    assertThat(slurm.cancelled).isEmpty();
    assertThat(driver.isCancelled()).isFalse();
    assertThat(driver.count().missing()).isEqualTo(POINTS);
  }

  @Test
  void nothingIsHandedOverWhereNothingIsMissing() throws SlurmException {
    FalseSlurm slurm = slurm((round, task) -> true);
    Outcomes.segment(sweep, "all", LongStream.range(0, POINTS).mapToObj(Outcomes::ok));
    assertThat(driver(slurm).submit()).isEmpty();
    assertThat(slurm.scripts).isEmpty();
  }

  @Test
  void pointsThatWereSetAsideGoOutAgainOnlyWhereThatIsAskedFor() throws SlurmException {
    FalseSlurm slurm = slurm((round, task) -> true);
    Outcomes.segment(
        sweep,
        "all",
        LongStream.range(0, POINTS)
            .mapToObj(
                i -> i == 7 ? Outcomes.failed(i, Failure.TIME_LIMIT, 1, "") : Outcomes.ok(i)));
    assertThat(driver(slurm).submit()).isEmpty();
    SlurmDriver again = driver(slurm);
    assertThat(again.look(true).missing()).isEqualTo(1);
    assertThat(again.submit()).singleElement().extracting(ArrayJob::tasks).isEqualTo(1);
    assertThat(ok(again.run())).isEqualTo(POINTS);
  }

  private static long ok(Count count) {
    return count.of(Verdict.VERIFIED) + count.of(Verdict.NOT_VERIFIED);
  }
}
