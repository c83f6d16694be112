// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kernels of the validation by clang, beside the PTX that nvcc made of the same texts. */
@Tag("slow")
class NvccBitsTest {
  private static final Path WORKLOADS =
      Path.of("../validation/workloads").toAbsolutePath().normalize();

  private static final Pattern KERNELS = Pattern.compile("(?m)^kernels: (\\S*)\\.ptx$");
  private static final Pattern TARGET = Pattern.compile("(?m)^\\.target sm_(\\d+a?)");

  @TempDir private Path folder;

  @ParameterizedTest
  @DisplayName("a kernel has the same results to the bit")
  @CsvSource({
    "attention, d, 64, 64, causal=0",
    "attention, d, 64, 64, causal=1",
    "attention, d, 128, 128, causal=0",
    "attention_steps, step, 1, 5, ",
    "bulk_copy, tiles, 9, 9, blocks=4",
    "layer_norm, rows, 4, 4, ",
    "mma_pipelined, n, 128, 128, ",
    "mma_rate, kind, 0, 7, variant=0 block=64",
    "mma_rate, kind, 0, 7, variant=1 block=64",
    "mma_rate, kind, 2, 2, variant=2 block=64",
    "mma_rate, kind, 7, 7, variant=2 block=64",
    "mma_sparse_rate, kind, 0, 4, block=64",
    "pipelined_copy, tiles, 9, 9, blocks=4",
    "product_bytes, m, 256, 256, ",
    "product_floats, step, 1, 2, ",
    "product_halves, step, 1, 2, m=64 n=64 k=64 pitch=64",
    "product_permuted, step, 1, 2, m=128 n=128 k=128 pitch=128",
    "product_plain, step, 1, 3, n=64",
    "product_rows, step, 1, 8, m=128 n=128 k=64 pitch=64",
    "product_steps, step, 1, 9, ",
    "product_wmma, n, 128, 128, ",
    "rowsum, rows, 8, 8, ",
    "softmax, rows, 4, 4, "
  })
  void aKernelHasTheSameResultsToTheBit(
      String name, String parameter, int from, int to, String others) throws IOException {
    String nvcc = Files.readString(WORKLOADS.resolve(name + ".yaml"));
    Matcher kernels = KERNELS.matcher(nvcc);
    assertThat(kernels.find()).isTrue();
    String ptx = Files.readString(WORKLOADS.resolve(kernels.group(1) + ".ptx"));
    Matcher target = TARGET.matcher(ptx);
    assertThat(target.find()).isTrue();
    String clang =
        kernels.replaceFirst(
            "kernels: {file: $1.cu, options: [-arch=compute_%s]}".formatted(target.group(1)));
    Map<String, String> parameters = new HashMap<>();
    if (others != null) {
      for (String other : others.split(" ")) {
        parameters.put(other.substring(0, other.indexOf('=')), other.split("=")[1]);
      }
    }
    LocalClang compiler = new LocalClang(folder, Map.of("LOCKSTEP_CUDA", "clang"));
    for (int value = from; value <= to; value++) {
      parameters.put(parameter, String.valueOf(value));
      assertThat(compiler.results(clang, WORKLOADS, parameters))
          .as("%s %s", name, parameters)
          .isEqualTo(compiler.results(nvcc, WORKLOADS, parameters));
    }
  }
}
