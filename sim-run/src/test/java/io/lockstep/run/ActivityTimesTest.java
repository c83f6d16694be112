// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.observe.activity.ActivityTimes;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.testsupport.Repository;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Activity over time: it adds up to what lines have, and changes nothing. */
class ActivityTimesTest {
  private static final List<String> FAMILIES =
      List.of("hd4870", "hd5870", "hd6970", "mi100", "gtx280");

  private final Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));

  private List<RunResult> run(String workload, String n, boolean byTime, int threads) {
    RunOptions options =
        RunOptions.defaults().with().byLine(true).byTime(byTime).threads(threads).build();
    return SharedProgram.run(
        new Runner(catalogue, Plugins.frontends()),
        Repository.ROOT.resolve("examples/" + workload + ".yaml"),
        Map.of("n", n),
        FAMILIES.stream().map(d -> new Runner.Target(catalogue.spec(d))).toList(),
        options);
  }

  @ParameterizedTest
  @CsvSource({"matmul, 32", "bfs, 256", "vecadd, 65536"})
  @DisplayName("intervals add up to what launches spent, cause by cause, and nothing else changes")
  void intervalsAddUpToWhatLaunchesSpentCauseByCauseAndNothingElseChanges(
      String workload, String n) {
    List<RunResult> with = run(workload, n, true, 1);
    List<RunResult> without = run(workload, n, false, 1);
    int told = 0;
    for (int d = 0; d < with.size(); d++) {
      RunResult r = with.get(d);
      assertThat(r.picos()).isEqualTo(without.get(d).picos());
      assertThat(r.fingerprint()).isEqualTo(without.get(d).fingerprint());
      assertThat(r.statistics()).isEqualTo(without.get(d).statistics());
      assertThat(without.get(d).activity()).isNull();
      if (!r.isSimulated()) {
        continue;
      }
      told++;
      ActivityTimes a = r.activity();
      long[] lines = r.lines().inLaunches();
      for (IssueCause cause : a.causes()) {
        long sum = Arrays.stream(a.ticks()[cause.ordinal()]).sum();
        long expected = cause.common() == CommonCause.NO_WAVEFRONT ? 0 : lines[cause.ordinal()];
        assertThat(sum).as("%s on %s", cause, r.device()).isEqualTo(expected);
        assertThat(a.ticks()[cause.ordinal()]).hasSize(a.intervals());
      }
      long ports = Arrays.stream(lines).sum() / a.length();
      assertThat(Arrays.stream(lines).sum() % a.length()).as(r.device()).isZero();
      for (int i = 0; i < a.intervals(); i++) {
        long spent = 0;
        for (long[] of : a.ticks()) {
          assertThat(of[i]).isNotNegative();
          spent += of[i];
        }
        assertThat(spent)
            .as("interval %d of %s", i, r.device())
            .isLessThanOrEqualTo(ports * (a.lasts(i) + ActivityTimes.BLUR));
      }
      assertThat(a.starts()).hasSameSizeAs(r.lines().launches().toArray());
    }
    assertThat(told).isGreaterThanOrEqualTo(3);
  }

  @Test
  @DisplayName("what is told does not depend on the number of threads")
  void whatIsToldDoesNotDependOnTheNumberOfThreads() {
    List<RunResult> one = run("matmul", "32", true, 1);
    List<RunResult> two = run("matmul", "32", true, 2);
    for (int d = 0; d < one.size(); d++) {
      if (one.get(d).isSimulated()) {
        ActivityTimes a = one.get(d).activity();
        ActivityTimes b = two.get(d).activity();
        assertThat(b.ticks()).isDeepEqualTo(a.ticks());
        assertThat(b.width()).isEqualTo(a.width());
        assertThat(b.starts()).isEqualTo(a.starts());
      }
    }
  }
}
