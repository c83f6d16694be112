// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThatCode;

import io.lockstep.io.InputException;
import io.lockstep.kernel.analysis.IrText;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.FrontendOptions.CompilerOption;
import io.lockstep.kernel.frontend.TextTarget;
import io.lockstep.kernel.ir.Kernel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CUDA C++ with the nvcc of the machine; skipped where there is none. */
@Tag("slow")
class NvccTest {
  private static final String SOURCE =
      """
      constexpr int twice(int x) { return 2 * x; }
      template <class F> __global__ void apply(F f, int *a) { a[threadIdx.x] = f(twice(a[0])); }
      void host(int *a, int n) { apply<<<1, 32>>>([n] __device__(int i) { return i + n; }, a); }
      """;

  @TempDir private Path folder;

  private static final String SPLIT =
      """
      __global__ void capability(int *a) {
        a[0] = __CUDA_ARCH__;
      }
      """;

  private List<Kernel> read(String... options) throws IOException {
    return read(SOURCE, TextTarget.USUAL, options);
  }

  private List<Kernel> read(String source, TextTarget target, String... options)
      throws IOException {
    Map<String, String> variables = new HashMap<>(System.getenv());
    variables.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    Environment machine = new Environment(variables);
    assumeThatCode(() -> NvccCuda.find("k.cu", machine)).as("nvcc").doesNotThrowAnyException();
    String file = Files.writeString(folder.resolve("k.cu"), source).toString();
    List<CompilerOption> given =
        Stream.of(options).map(o -> new CompilerOption("w.yaml:1:1", o, "")).toList();
    return new SourceFrontend(
            machine, Duration.ofMinutes(5), SourceFrontend::ptxFrontend, note -> {})
        .read(file, source, FrontendOptions.defaults().withCompiler(given).withTarget(target));
  }

  private String code(int instructionSet, String... options) throws IOException {
    return IrText.of(read(SPLIT, new TextTarget(32, instructionSet), options).get(0));
  }

  @Test
  void oneTextServesAllDevicesUnlessAnOptionRequestsOneForEach() throws IOException {
    assertThat(code(90)).contains("750").doesNotContain("900");
    assertThat(code(90, "-arch=native")).contains("900");
    assertThat(code(86, "-arch=native")).contains("860");
    assertThat(code(86, "-arch=compute_80")).contains("800");
  }

  @Test
  void aDeviceThatTheCompilerNoLongerKnowsGetsTheTextOfTheOldestOne() throws IOException {
    assertThat(code(70, "-arch=native")).contains("750");
    assertThat(code(0, "-arch=native")).contains("750");
  }

  @Test
  void onlyAKernelWithATextForEachDeviceIsMarkedSo() throws IOException {
    TextTarget target = new TextTarget(32, 80);
    assertThat(read(SPLIT, target, "-arch=native")).allMatch(Kernel::ownInstructionSet);
    assertThat(read(SPLIT, target, "-arch=sm_80")).noneMatch(Kernel::ownInstructionSet);
  }

  @Test
  @DisplayName("lambdas of the device and constexpr functions of the host compile where asked for")
  void takesLambdasAndConstexprFunctions() throws IOException {
    assertThat(read("--extended-lambda", "--expt-relaxed-constexpr")).hasSize(1);
    assertThatThrownBy(() -> read("--expt-relaxed-constexpr"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("--extended-lambda");
  }
}
