// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.lockstep.observe.line.LineTimes.InstructionTimes;
import io.lockstep.observe.line.LineTimes.KernelTimes;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.run.sample.Sampling;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Results of sampled runs on a small device, whole: estimates of work-groups that were left out,
 * equal and different ones. {@code -Dlockstep.write.docs=true} writes them.
 */
class RecordedSamplesTest {
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));
  private static final Path FOLDER =
      Repository.ROOT.resolve("sim-run/src/test/resources/io/lockstep/run");

  private static RunResult run(String workload, Map<String, String> parameters, String sampling) {
    DeviceSpec small =
        CATALOGUE
            .spec("gtx280")
            .with(Map.of("unit.count", "1", "unit.per_cluster", "1", "texture.sharing", "1"));
    RunOptions.Builder options =
        RunOptions.defaults().withThreads(1).with().byCause(true).byLine(true);
    return SharedProgram.run(
            new Runner(CATALOGUE, Plugins.frontends()),
            Repository.ROOT.resolve("examples/" + workload + ".yaml"),
            parameters,
            List.of(new Runner.Target(small)),
            sampling.isEmpty()
                ? options.build()
                : options.sampling(Sampling.parse(sampling)).build())
        .get(0);
  }

  /** Writes times, statistics that are not 0, and issue cycles by instruction and reason. */
  private static String text(RunResult result) {
    StringBuilder text = new StringBuilder(result.message() + "\n");
    text.append(result.picos()).append(' ').append(result.kernelPicos());
    text.append(" ± ").append(result.interval().orElseThrow()).append('\n');
    result
        .statistics()
        .forEach(
            (name, value) -> {
              if (value.signum() != 0) {
                text.append(name).append(' ').append(value).append('\n');
              }
            });
    for (KernelTimes kernel : result.lines().kernels()) {
      for (InstructionTimes times : kernel.instructions()) {
        text.append(times.instruction()).append(' ').append(Arrays.toString(times.ticks()));
        text.append(times.work().map(w -> " " + w.executions()).orElse("")).append('\n');
      }
    }
    return text.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "vecadd, n, 98304, error=5%",
    "spmv, rows, 81920, error=10%",
    "transpose, n, 256, error=5%",
  })
  @DisplayName("an estimate is near the whole, counts work-groups exactly, and is as recorded")
  void anEstimateIsNearTheWholeAndAsRecorded(
      String workload, String parameter, String value, String sampling) throws IOException {
    RunResult found = run(workload, Map.of(parameter, value), sampling);
    RunResult whole = run(workload, Map.of(parameter, value), "");
    assertThat(found.message()).contains("of the work-groups left out");
    assertThat((double) found.kernelPicos()).isCloseTo(whole.kernelPicos(), withPercentage(10));
    assertThat(found.statistics().get("work_groups"))
        .isEqualTo(whole.statistics().get("work_groups"));
    String text = text(found);
    Path file = FOLDER.resolve("sampled_" + workload + ".txt");
    if (Boolean.getBoolean("lockstep.write.docs")) {
      Files.createDirectories(FOLDER);
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file));
  }
}
