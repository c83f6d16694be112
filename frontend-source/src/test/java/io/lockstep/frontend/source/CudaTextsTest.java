// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockstep.io.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Texts as programs have them, with the host's part. Comments at the beginning of each are the
 * launches of a workload.
 */
@Tag("slow")
class CudaTextsTest {
  private static final Path TEXTS = Path.of("src/test/resources/cuda").toAbsolutePath();

  private static final String BUFFERS =
      """
      buffers:
        f: {type: f32, count: 4096, init: {uniform: {seed: 1}}}
        g: {type: f32, count: 4096, init: {uniform: {seed: 2}}}
        i: {type: i32, count: 4096, init: {integers: {seed: 3, low: 0, high: 1000000}}}
        l: {type: u64, count: 1024, init: {expression: "(i + 1) * 7919"}}
        h: {type: f16, count: 4096, init: {uniform: {seed: 4}}}
        d: {type: f64, count: 4096, init: {uniform: {seed: 5}}}
        out: {type: f32, count: 4096}
        more: {type: i32, count: 4096}
        slots: {type: u64, count: 1024}
        square: {type: f64, count: 4096}
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @DisplayName("texts have the same results by clang as by nvcc")
  @CsvSource({
    "calls",
    "copies",
    "eight",
    "groups",
    "host",
    "images",
    "objects",
    "program",
    "random",
    "spaces",
    "standard",
    "tensor",
    "virtual"
  })
  void textsHaveTheSameResults(String name) throws IOException {
    LocalClang nvcc = new LocalClang(folder, Map.of("LOCKSTEP_CUDA", "nvcc"));
    LocalClang clang = new LocalClang(folder, Map.of("LOCKSTEP_CUDA", "clang"));
    String text = Files.readString(TEXTS.resolve(name + ".cu"));
    List<String> launches =
        text.lines().filter(l -> l.startsWith("// - ")).map(l -> "  " + l.substring(3)).toList();
    String workload =
        """
        name: k
        kernels: {file: %s.cu, options: [-arch=compute_80, -fmad=false, --expt-relaxed-constexpr, --extended-lambda, -w]}
        %ssteps:
        %s
        """
            .formatted(name, BUFFERS, launches.stream().collect(Collectors.joining("\n")));
    Map<String, String> results = clang.results(workload, TEXTS, Map.of());
    assertThat(results)
        .as("something is computed")
        .isNotEqualTo(
            clang.results(
                workload.replaceAll("(?s)steps:.*", "steps:\n  - synchronize\n"), TEXTS, Map.of()));
    assumeTrue(LocalClang.hasNvcc());
    assertThat(results).isEqualTo(nvcc.results(workload, TEXTS, Map.of()));
  }

  @Test
  @DisplayName("recursion is refused by the name of the function")
  void recursionIsRefused() throws IOException {
    LocalClang clang = new LocalClang(folder, Map.of("LOCKSTEP_CUDA", "clang"));
    String workload =
        "name: k\nkernels: recursion.cu\nbuffers:\n  a: {type: i32, count: 64}\n"
            + "steps:\n  - {launch: recursion_kernel, grid: [1], block: [64], args: [a]}\n";
    assertThatThrownBy(() -> clang.results(workload, TEXTS, Map.of()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "recursion.cu:3: recursion is not supported: _Z4treei calls _Z4treei");
  }
}
