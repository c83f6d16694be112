package io.lockstep.frontend.ptx.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.frontend.ptx.PtxFrontend;
import io.lockstep.trace.frontend.KernelFrontend;
import io.lockstep.trace.record.WorkGroupSource;
import io.lockstep.trace.workload.Workload;
import io.lockstep.trace.workload.WorkloadExecution;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Random OpenCL C programs that clang 19 compiled once, at three levels, give the words that an
 * OpenCL runtime (pocl 3.1) gave for the same source.
 */
class FrozenProgramsTest {
  @TempDir Path folder;

  @ParameterizedTest(name = "seed {0} {1}")
  @CsvFileSource(resources = "/random-programs/programs.csv")
  void equalsTheRuntime(long seed, String level, int size, String hash) throws IOException {
    try (InputStream in = resource("p" + seed + level + ".ptx.gz");
        InputStream input = resource("input.bin")) {
      Files.write(folder.resolve("p.ptx"), new GZIPInputStream(in).readAllBytes());
      Files.copy(input, folder.resolve("input.bin"));
    }
    int[] group = new ProgramGenerator(seed).group();
    assertThat(group[0] * group[1] * group[2]).isEqualTo(size);
    String workload =
        """
        name: p
        kernels: p.ptx
        buffers:
          in: {type: u32, count: %d, init: {file: input.bin}}
          out: {type: u32, count: %d}
        steps:
          - {launch: k, grid: [2], block: [%d, %d, %d], args: [in, out]}
        expect:
          out: {fnv1a64: "%s"}
        """
            .formatted(
                ProgramGenerator.INPUT_WORDS,
                2 * size * ProgramGenerator.WORDS,
                group[0],
                group[1],
                group[2],
                hash);
    Workload read = Workload.read("p.yaml", workload, folder);
    List<KernelFrontend> frontends = List.of(new PtxFrontend());
    try (WorkloadExecution run = new WorkloadExecution(read.bind(Map.of()), frontends)) {
      while (run.next() != WorkGroupSource.Status.END) {
        // Groups that nobody pulls are executed all the same.
      }
      assertThat(run.outcome().message()).isEmpty();
      assertThat(run.outcome().verified()).isTrue();
    }
  }

  @Test
  void theGeneratorRepeatsItself() {
    assertThat(new ProgramGenerator(7).generate()).isEqualTo(new ProgramGenerator(7).generate());
    assertThat(new ProgramGenerator(7).generate()).isNotEqualTo(new ProgramGenerator(9).generate());
  }

  private static InputStream resource(String name) {
    InputStream in = FrozenProgramsTest.class.getResourceAsStream("/random-programs/" + name);
    if (in == null) {
      throw new IllegalArgumentException("no test resource " + name);
    }
    return in;
  }
}
