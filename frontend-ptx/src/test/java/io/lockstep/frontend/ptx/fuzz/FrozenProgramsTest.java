// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.trace.record.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void frozenProgramsGiveTheWordsOfTheRuntime(long seed, String level, int size, String hash)
      throws IOException {
    try (InputStream in = resource("p" + seed + level + ".ptx.gz");
        InputStream input = resource("input.bin")) {
      Files.write(folder.resolve("p.ptx"), new GZIPInputStream(in).readAllBytes());
      Files.copy(input, folder.resolve("input.bin"));
    }
    ProgramRun run = new ProgramRun(folder, new ProgramGenerator(seed).group());
    assertThat(run.words()).isEqualTo(2 * size * ProgramGenerator.WORDS);
    Outcome outcome = run.execute("p.ptx", "{fnv1a64: \"" + hash + "\"}");
    assertThat(outcome.message()).isEmpty();
    assertThat(outcome.verified()).isTrue();
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
