// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.program.Runner;
import io.lockstep.trace.record.ProgramSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Launches and transfers that a program makes, and those that it needs. */
class HostWorkTest {
  private static final Path PAIRS = Path.of("../validation/advice");
  private static final Runner RUNNER = new Runner(new Catalogue(List.of()), Plugins.frontends());

  private static HostWork of(Path workload, Map<String, String> parameters) {
    try (ProgramSource program = RUNNER.execute(workload, parameters, RunOptions.defaults())) {
      return HostWork.measure(program);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "dev/launches_slow, n=4096, scale, 32, 1, 1", // independent
    "second/steps_slow, n=1024, steps_slow, 32, 32, 1", // each uses what the last one wrote
    "dev/transfers_slow, n=1024, advance, 8, 8, 8", // transfers between any two
  })
  void launchesAreOneWhereTheyShareNothingAndNoTransferStandsBetween(
      String pair, String parameter, String kernel, int all, int joined, int sequences) {
    String[] set = parameter.split("=", 2);
    HostWork work = of(PAIRS.resolve(pair + ".yaml"), Map.of(set[0], set[1]));
    assertThat(work.launches())
        .isEqualTo(new HostWork.Launches(kernel, all, all, joined, sequences, 0));
    assertThat(work.launches().areIndependent()).isEqualTo(joined <= sequences);
  }

  @Test
  void theKernelThatIsLaunchedMostAndTheWaitsBetweenLaunchesAreCounted(@TempDir Path folder)
      throws Exception {
    Files.copy(PAIRS.resolve("second/steps.ptx"), folder.resolve("steps.ptx"));
    Path workload =
        Files.writeString(
            folder.resolve("two.yaml"),
            """
            name: two
            kernels: steps.ptx
            buffers:
              a: {type: i32, count: 1024}
              b: {type: i32, count: 1024}
            steps:
              - {launch: steps_fast, grid: [8], block: [128], args: [a, {i32: 2}]}
              - synchronize
              - {launch: steps_slow, grid: [8], block: [128], args: [b, {i32: 2}]}
              - synchronize
              - {launch: steps_slow, grid: [8], block: [128], args: [b, {i32: 3}]}
              - synchronize
              - {download: b}
            """);
    HostWork work = of(workload, Map.of());
    assertThat(work.launches()).isEqualTo(new HostWork.Launches("steps_slow", 2, 3, 3, 1, 2));
    assertThat(work.transfers()).isEqualTo(1);
  }

  @Test
  void aTransferIsNeededOnceInEachDirection() {
    HostWork work = of(PAIRS.resolve("dev/transfers_slow.yaml"), Map.of("n", "1024"));
    assertThat(work.transfers()).isEqualTo(17);
    assertThat(work.neededTransfers()).isEqualTo(3);
  }
}
