// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.lockstep.observe.CheckpointPlan;
import io.lockstep.observe.Observation;
import io.lockstep.observe.ObserveOptions;
import io.lockstep.observe.RunSetup;
import io.lockstep.observe.TimelineFilter;
import io.lockstep.testsupport.Repository;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs with streams that are saved at random ticks, on devices of each family. */
class StreamCheckpointTest {
  private static final Path EXAMPLES = Repository.ROOT.resolve("examples");

  private static final Catalogue CATALOGUE = new Catalogue(Plugins.builtIn());
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"double_buffer, hd5870, 512", "fork_join, mi300a, 2048", "pipeline, gtx280, 512"})
  @DisplayName("a run that is saved goes on with the same bytes")
  void aSavedRunGoesOnWithTheSameBytes(String example, String device, String n) {
    resumes(EXAMPLES.resolve(example + ".yaml"), device, Map.of("n", n), 2);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "double_buffer, gtx280, 1024",
    "double_buffer, hd5870, 1024",
    "double_buffer, mi300a, 1024",
    "fork_join, 8800gtx, 1024",
    "fork_join, gtx280, 1024",
    "fork_join, hd5870, 1024",
    "fork_join, mi300a, 8192",
    "pipeline, gtx280, 1024",
    "pipeline, hd5870, 1024",
    "pipeline, mi300a, 1024"
  })
  @DisplayName("a run that is saved at many ticks goes on with the same bytes, whatever threads")
  void aRunSavedAtManyTicksGoesOnWithTheSameBytes(String example, String device, String n) {
    resumes(EXAMPLES.resolve(example + ".yaml"), device, Map.of("n", n), 3);
  }

  @Test
  @DisplayName("a run is saved in warm-ups, and goes on with the same bytes")
  void aRunSavedInWarmUpsGoesOnWithTheSameBytes() throws IOException {
    resumes(StreamDevicesTest.beside(folder, 2), "gtx280", Map.of(), 1);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"gtx280", "hd5870", "mi300a"})
  @DisplayName("a run is saved at many ticks of warm-ups, and goes on with the same bytes")
  void aRunSavedAtManyTicksOfWarmUpsGoesOnWithTheSameBytes(String device) throws IOException {
    resumes(StreamDevicesTest.beside(folder, 2), device, Map.of(), 4);
  }

  @Test
  @DisplayName("a run is saved behind its last launch, while a result is brought back")
  void aRunSavedBehindItsLastLaunchGoesOn() {
    Path input = EXAMPLES.resolve("fork_join.yaml");
    Map<String, String> with = Map.of("n", "2048");
    RunResult whole = run(input, "gtx280", with, RunOptions.defaults());
    resumes(new Case(input, "gtx280", with, whole), end(input, "gtx280", with) + 1000, 1);
  }

  @Test
  @DisplayName("a run resumed in a launch alone knows that kernels before ran side by side")
  void aResumedRunKnowsThatKernelsRanSideBySide() {
    Path input = EXAMPLES.resolve("fork_join.yaml");
    Map<String, String> with = Map.of("n", "8192");
    RunOptions byLine = RunOptions.defaults().with().byLine(true).build();
    Path file = folder.resolve("c");
    long late = end(input, "mi300a", with) - 1;
    RunResult saved = observed(input, "mi300a", with, byLine, saving(late, file));
    assertThat(saved.message()).contains("kernels ran side by side");
    RunResult resumed = observed(input, "mi300a", with, byLine, resuming(file));
    assertThat(resumed.withoutLines()).isEqualTo(saved.withoutLines());
  }

  @Test
  @DisplayName("a resumed run has no activity of queues over time, as its beginning is not known")
  void aResumedRunHasNoActivityOfQueues() {
    Path input = EXAMPLES.resolve("fork_join.yaml");
    RunOptions byTime = RunOptions.defaults().with().byTime(true).build();
    Path file = folder.resolve("c");
    RunResult saved = observed(input, "gtx280", Map.of(), byTime, saving(60_000, file));
    assertThat(saved.streamActivity()).isNotNull();
    assertThat(observed(input, "gtx280", Map.of(), byTime, resuming(file)))
        .isEqualTo(saved.withoutLines());
  }

  /** A program on a device, and the result of the uninterrupted run. */
  private record Case(Path input, String device, Map<String, String> with, RunResult whole) {}

  private void resumes(Path input, String device, Map<String, String> with, int ticks) {
    Case of = new Case(input, device, with, run(input, device, with, RunOptions.defaults()));
    long end = end(input, device, with);
    Random random = new Random(device.hashCode() * 31L + input.getFileName().hashCode());
    for (int i = 0; i < ticks; i++) {
      resumes(of, random.nextLong(end), i);
    }
  }

  /** The tick at which the last launch ends. */
  private long end(Path input, String device, Map<String, String> with) {
    CheckpointPlan never = saving(Long.MAX_VALUE, folder.resolve("never"));
    RunOptions options = RunOptions.defaults();
    String late = catchThrowable(() -> observed(input, device, with, options, never)).getMessage();
    Matcher tick = Pattern.compile("ended at tick (\\d+);").matcher(late);
    assertThat(tick.find()).as(late).isTrue();
    return Long.parseLong(tick.group(1));
  }

  /** Saves and resumes, in turn on one thread and two; every third time with cycles by line. */
  private void resumes(Case of, long at, int i) {
    boolean wantsLines = i % 3 == 0;
    RunOptions plain = RunOptions.defaults();
    RunOptions own = plain.with().byLine(wantsLines).build().withThreads(1 + i % 2);
    Path file = folder.resolve("c" + i);
    RunResult saved = observed(of.input, of.device, of.with, own, saving(at, file));
    RunResult resumed = observed(of.input, of.device, of.with, own, resuming(file));
    assertThat(resumed.withoutLines()).as("from tick %s", at).isEqualTo(saved.withoutLines());
    assertThat(saved.statistics()).as("saving after %s", at).isEqualTo(of.whole.statistics());
    assertThat(saved.fingerprint()).as("saving after %s", at).isEqualTo(of.whole.fingerprint());
    if (!wantsLines) { // else the message may say that there are none
      assertThat(saved).as("saving after tick %s", at).isEqualTo(of.whole);
    }
    assertThat(resumed.lines() != null).isEqualTo(wantsLines);
  }

  private static CheckpointPlan saving(long at, Path file) {
    return new CheckpointPlan(at, Optional.of(file), Optional.empty());
  }

  private static CheckpointPlan resuming(Path file) {
    return new CheckpointPlan(0, Optional.empty(), Optional.of(file));
  }

  private RunResult run(Path input, String device, Map<String, String> with, RunOptions options) {
    return observed(input, device, with, options, CheckpointPlan.NONE);
  }

  private RunResult observed(
      Path input,
      String device,
      Map<String, String> with,
      RunOptions options,
      CheckpointPlan checkpoint) {
    ObserveOptions observe =
        new ObserveOptions(
            Optional.empty(),
            TimelineFilter.ALL,
            Optional.empty(),
            1000,
            checkpoint,
            RunSetup.UNKNOWN);
    try (Observation observation = Observation.open(observe)) {
      return SharedProgram.run(
              new Runner(CATALOGUE, Plugins.frontends()),
              input,
              with,
              List.of(new Runner.Target(CATALOGUE.spec(device))),
              options,
              observation)
          .get(0);
    }
  }
}
