// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.spi.DeviceProvider;
import io.lockstep.testsupport.FaultyProvider;
import io.lockstep.testsupport.Repository;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A model's fault ends its row alone, with a class and a message of its own. */
@Tag("slow")
class FaultsTest {
  private static final WallLimits SHORT = WallLimits.defaults().withCall(Duration.ofSeconds(1));

  private final Catalogue catalogue = catalogue();

  private static Catalogue catalogue() {
    List<DeviceProvider> all = new ArrayList<>(Plugins.providers(List.of()));
    all.add(new FaultyProvider());
    return new Catalogue(all);
  }

  @BeforeEach
  void begin() {
    FaultyProvider.released = false;
  }

  @AfterEach
  void release() {
    FaultyProvider.released = true;
  }

  private List<RunResult> run(RunOptions options, String... devices) {
    List<Runner.Target> targets = new ArrayList<>();
    for (String device : devices) {
      targets.add(new Runner.Target(catalogue.spec(device)));
    }
    return SharedProgram.run(
        new Runner(catalogue, Plugins.frontends()),
        Repository.workload("matmul"),
        Map.of(),
        targets,
        options);
  }

  private static RunOptions threads(int count) {
    return RunOptions.defaults().withThreads(count);
  }

  private static void assertFailed(RunResult row, Failure why, String... words) {
    assertThat(row.status()).as(row.message()).isEqualTo(RunStatus.FAILED);
    assertThat(row.failure()).as(row.message()).isEqualTo(why);
    assertThat(row.message()).contains(words);
  }

  /** What no fault of others may change. */
  private void assertSound(RunResult row) {
    assertThat(row.status()).as(row.message()).isEqualTo(RunStatus.OK);
    assertThat(row.fingerprint()).isEqualTo(run(threads(1), "gtx280").get(0).fingerprint());
  }

  @ParameterizedTest
  @DisplayName("whatever a model throws, wherever, ends its row alone")
  @ValueSource(ints = {1, 2})
  void whateverAModelThrowsWhereverEndsItsRowAlone(int threads) {
    List<RunResult> rows =
        run(
            threads(threads),
            "asserts",
            "recurses",
            "lacks-a-class",
            "throws-in-capabilities",
            "throws-in-assemble",
            "gtx280",
            "throws-in-lower",
            "throws-in-statistics");
    assertFailed(
        rows.get(0), Failure.MODEL, "AssertionError: a model's assertion", "FaultyProvider");
    assertFailed(rows.get(1), Failure.MODEL, "StackOverflowError", "FaultyProvider.recurse");
    assertFailed(rows.get(2), Failure.MODEL, "NoClassDefFoundError: com/example/Missing");
    assertSound(rows.get(5));
    for (int i : new int[] {3, 4, 6, 7}) {
      assertFailed(rows.get(i), Failure.MODEL, "a model's exception");
    }
  }

  @Test
  @DisplayName("a call that does not return ends its row with the model's stack; the others come")
  void aCallThatDoesNotReturnEndsItsRowWithTheModelsStackTheOthersCome() {
    List<RunResult> rows =
        run(
            threads(3).with().limits(SHORT).build(),
            "loops",
            "loops-in-capabilities",
            "loops-in-lower",
            "gtx280",
            "loops-in-statistics");
    for (int i : new int[] {0, 1, 2, 4}) {
      assertFailed(
          rows.get(i),
          Failure.STUCK,
          "has not returned for 1s",
          "io.lockstep.testsupport.FaultyProvider.loop(FaultyProvider.java:");
    }
    assertSound(rows.get(3));
  }

  @ParameterizedTest
  @DisplayName("also where the device is alone, on one thread or with one that helps it")
  @ValueSource(ints = {1, 2})
  void stuckAlone(int threads) {
    assertFailed(
        run(threads(threads).with().limits(SHORT).build(), "loops").get(0),
        Failure.STUCK,
        "FaultyProvider.loop");
  }

  @Test
  @DisplayName("also where one thread has it and others to come")
  void stuckInTurn() {
    List<RunResult> rows = run(threads(1).with().limits(SHORT).build(), "loops", "gtx280");
    assertFailed(rows.get(0), Failure.STUCK, "FaultyProvider.loop");
    assertSound(rows.get(1));
  }

  @Test
  @DisplayName("a model whose events go on for ever fails without any option")
  void neverEnds() {
    List<RunResult> rows = run(threads(1), "never-ends", "gtx280");
    assertFailed(rows.get(0), Failure.NO_PROGRESS, "no work has retired since tick");
    assertSound(rows.get(1));
  }

  @ParameterizedTest
  @DisplayName("what is not done when time is over has failed, what is done is there")
  @ValueSource(ints = {1, 2})
  void timeLimit(int threads) {
    WallLimits limits = WallLimits.defaults().withRun(Duration.ofSeconds(3));
    List<RunResult> rows =
        run(threads(threads).with().limits(limits).build(), "gtx280", "is-slow", "loops");
    assertSound(rows.get(0));
    assertFailed(rows.get(1), Failure.TIME_LIMIT, "not done after 3s (--time-limit)");
    assertFailed(rows.get(2), Failure.TIME_LIMIT, "not done after 3s (--time-limit)");
  }

  @Test
  @DisplayName("memory that is short is said in one line that names the option")
  void memoryThatIsShortIsSaidInOneLineThatNamesTheOption() {
    List<RunResult> rows = run(threads(1), "says-memory-is-short", "gtx280");
    assertFailed(
        rows.get(0), Failure.MEMORY, "out of memory (Java heap space)", "LOCKSTEP_OPTS=-Xmx");
    assertThat(rows.get(0).message()).doesNotContain("\n");
    assertSound(rows.get(1));
  }
}
