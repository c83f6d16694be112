// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.SassCode;
import io.lockstep.device.nvidia.code.SassLowering;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.testsupport.Kernels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares lowered kernels with what ptxas makes of them, where ptxas is installed. */
class PtxasTest {
  /** Kernels whose loops ptxas unrolls are left out: a lowered kernel has the blocks of its PTX. */
  private static final List<String> STRAIGHT =
      List.of("vecadd", "transpose", "cu_vecadd", "cu_compact", "cu_bits", "blackscholes");

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"sm_75, t4", "sm_80, a100", "sm_86, rtx3080", "sm_90, h100_sxm"})
  void kernelsWithoutUnrolledLoopsHaveAboutAsManyInstructionsAsPtxasEmits(
      String target, String device) throws Exception {
    SassLowering lowering = new SassLowering(TestDevices.spec(device));
    List<Double> factors = new ArrayList<>();
    for (String name : STRAIGHT) {
      Kernel kernel = Kernels.corpus(name);
      Cubin cubin = Cubin.read(name, compiled(name, target), kernel.name());
      for (int k = 0; k < cubin.words().size(); k++) {
        assertThat(cubin.operation(k).name()).isNotEmpty(); // known
      }
      SassCode code = lowering.lower(kernel);
      double factor = (double) code.size() / cubin.words().size();
      factors.add(Math.max(factor, 1 / factor));
    }
    factors.sort(null);
    assertThat(factors.get(factors.size() / 2)).as("%s: %s", target, factors).isLessThan(1.4);
  }

  private byte[] compiled(String name, String target) throws IOException, InterruptedException {
    Path text = Files.writeString(folder.resolve(name + ".ptx"), Kernels.text(name));
    Path cubin = folder.resolve(name + ".cubin");
    ProcessBuilder ptxas =
        new ProcessBuilder("ptxas", "-arch=" + target, text.toString(), "-o", cubin.toString())
            .inheritIO();
    try {
      assumeTrue(ptxas.start().waitFor() == 0, "ptxas cannot compile for " + target);
    } catch (IOException e) {
      assumeTrue(false, "no ptxas: " + e.getMessage());
    }
    return Files.readAllBytes(cubin);
  }
}
