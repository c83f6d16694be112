// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.spi.stats.StatisticsRegistry;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A breadth-first search, which launches its kernel for each level, on every device. */
class LaunchStatisticsTest {
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));

  private static List<RunResult> split;

  @BeforeAll
  static void splitStatistics() {
    split = run(true);
  }

  private static List<RunResult> run(boolean perLaunch) {
    return SharedProgram.run(
        new Runner(CATALOGUE, Plugins.frontends(), failure -> {}),
        Path.of("../examples/bfs.yaml"),
        Map.of(),
        Runner.all(CATALOGUE),
        RunOptions.defaults().with().perLaunch(perLaunch).build());
  }

  @Test
  void theCountsOfLaunchesAddUpToThoseOfTheProgramOnEveryDevice() {
    StatisticsRegistry registry = CATALOGUE.statistics();
    for (RunResult result : split) {
      SortedMap<String, BigDecimal> all = result.statistics();
      long launches = all.get("launches").longValue();
      assertThat(all).containsKey("launch[" + (launches - 1) + "].wavefronts");
      assertThat(all).doesNotContainKey("launch[" + launches + "].wavefronts");
      for (String name : List.of("wavefronts", "machine_instructions", "dram.bytes")) {
        assertThat(sum(all, name))
            .as(result.device() + " " + name)
            .isEqualTo(all.get(name).longValue());
      }
      // the time of each launch is rounded to cycles by itself
      assertThat((double) sum(all, "cycles.kernels"))
          .isCloseTo(all.get("cycles.kernels").doubleValue(), within((double) launches));
      assertThat(all.keySet()).noneMatch(n -> n.startsWith("launch[") && registry.isLevel(n));
    }
  }

  @Test
  void theStatisticsOfTheProgramAreThoseOfARunThatDoesNotSplitThem() {
    List<RunResult> whole = run(false);
    for (int i = 0; i < whole.size(); i++) {
      assertThat(split.get(i).statistics()).containsAllEntriesOf(whole.get(i).statistics());
    }
  }

  private static long sum(SortedMap<String, BigDecimal> all, String name) {
    long launches = all.get("launches").longValue();
    long sum = 0;
    for (long i = 0; i < launches; i++) {
      sum += all.get("launch[" + i + "]." + name).longValue();
    }
    return sum;
  }
}
