// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.testsupport.Kernels;
import io.lockstep.testsupport.RandomPtx;
import io.lockstep.testsupport.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code with control bits, followed along all paths. */
class CodeFlowTest {
  private static final Path EXAMPLES = Repository.ROOT.resolve("examples/kernels");

  @ParameterizedTest
  @MethodSource("corpus")
  void codeOfTheCorpusWaitsForEveryValueOnAllPaths(String name) {
    check(Kernels.corpus(name), "");
  }

  private static Stream<String> corpus() {
    return Stream.concat(Kernels.CORPUS.stream(), Kernels.CUDA.stream());
  }

  @ParameterizedTest
  @MethodSource("examples")
  void codeOfTheExamplesWaitsForEveryValueOnAllPaths(Path file) throws IOException {
    for (Kernel kernel : Kernels.ptx("example", Files.readString(file))) {
      check(kernel, "");
    }
  }

  private static List<Path> examples() throws IOException {
    try (Stream<Path> all = Files.list(EXAMPLES)) {
      return all.filter(file -> file.toString().endsWith(".ptx")).sorted().toList();
    }
  }

  @Property(tries = 25, seed = "1", shrinking = ShrinkingMode.OFF)
  @Label("random code waits for every value on all paths")
  void randomCodeWaitsForEveryValueOnAllPaths(@ForAll long seed, @ForAll boolean doubles) {
    String text = RandomPtx.kernel(seed, 30, doubles);
    check(Kernels.ptx("k", text).get(0), text);
  }

  private static void check(Kernel kernel, String text) {
    for (Capability capability : Capability.values()) {
      assertThat(CodeFlow.problems(kernel, capability)).as(capability + "\n" + text).isEmpty();
    }
  }

  @Test
  void predicatesThatDoNotFitAreKeptInRegisters() {
    StringBuilder text =
        new StringBuilder(
            ".version 6.0\n.target sm_60\n.address_size 64\n.visible .entry k(.param .u64 a) {\n"
                + ".reg .b32 %r<2>;\n.reg .b64 %a;\n.reg .pred %p<20>;\n"
                + "ld.param.u64 %a, [a];\nmov.u32 %r0, %tid.x;\n");
    for (int k = 0; k < 20; k++) {
      text.append("setp.gt.s32 %p" + k + ", %r0, " + k + ";\n");
    }
    for (int k = 0; k < 20; k++) {
      text.append("@%p" + k + " st.global.u32 [%a+" + 4 * k + "], %r0;\n");
    }
    Kernel kernel = Kernels.ptx("k", text + "ret;\n}\n").get(0);

    check(kernel, "");
  }
}
