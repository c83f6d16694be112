// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.SassLowering;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.testsupport.Kernels;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares lowered kernels with what ptxas 13.0.88 makes of them. Kernels whose loops ptxas unrolls
 * are left out, for a lowered kernel has the blocks of its PTX.
 */
class PtxasTest {
  private static final List<String> TARGETS = List.of("sm_75", "sm_80", "sm_86", "sm_90");

  /** Instructions that ptxas emits for each of {@link #TARGETS}. */
  private static final Map<String, List<Integer>> EMITTED =
      Map.of(
          "vecadd", List.of(17, 21, 21, 26),
          "transpose", List.of(24, 25, 25, 31),
          "cu_vecadd", List.of(15, 16, 16, 20),
          "cu_compact", List.of(56, 57, 56, 48),
          "cu_bits", List.of(151, 152, 151, 154),
          "cu_reduce_shfl", List.of(54, 55, 55, 64),
          "bitonic", List.of(31, 32, 32, 33),
          "floyd", List.of(26, 27, 27, 30),
          "scan", List.of(89, 92, 92, 95),
          "spmv", List.of(72, 79, 79, 87));

  @ParameterizedTest
  @CsvSource({"sm_75, t4", "sm_80, a100", "sm_86, rtx3080", "sm_90, h100_sxm"})
  void kernelsWithoutUnrolledLoopsHaveAboutAsManyInstructionsAsPtxasEmits(
      String target, String device) {
    SassLowering lowering = new SassLowering(TestDevices.spec(device));
    List<Double> factors = new ArrayList<>();
    EMITTED.forEach(
        (name, emitted) -> {
          int rows = lowering.lower(Kernels.corpus(name)).size();
          double factor = (double) rows / emitted.get(TARGETS.indexOf(target));
          factors.add(Math.max(factor, 1 / factor));
        });
    factors.sort(null);
    assertThat(factors.get(factors.size() / 2)).as("%s: %s", target, factors).isLessThan(1.05);
    // ptxas adds counting over lanes to cu_compact's atomics
    assertThat(factors.get(factors.size() - 2)).as("%s: %s", target, factors).isLessThan(1.1);
  }

  @ParameterizedTest
  @CsvSource({"sm_75", "sm_80", "sm_86", "sm_90"})
  @EnabledIf("hasPtxas")
  void cubinsOfPtxasHaveTheseNumbersOfInstructions(String target, @TempDir Path folder)
      throws Exception {
    for (String name : EMITTED.keySet()) {
      Kernel kernel = Kernels.corpus(name);
      Cubin cubin = Cubin.read(name, compiled(name, target, folder), kernel.name());
      for (int k = 0; k < cubin.words().size(); k++) {
        assertThat(cubin.operation(k).name()).isNotEmpty(); // known
      }
      assertThat(cubin.words()).hasSize(EMITTED.get(name).get(TARGETS.indexOf(target)));
    }
  }

  static boolean hasPtxas() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "ptxas")));
  }

  private static byte[] compiled(String name, String target, Path folder)
      throws IOException, InterruptedException {
    Path text = Files.writeString(folder.resolve(name + ".ptx"), Kernels.text(name));
    Path cubin = folder.resolve(name + ".cubin");
    List<String> command =
        List.of("ptxas", "-arch=" + target, text.toString(), "-o", cubin.toString());
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    return Files.readAllBytes(cubin);
  }
}
