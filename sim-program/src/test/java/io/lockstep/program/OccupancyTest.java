// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.io.output.UserCache;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.program.driver.NativeDriver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Queries of occupancy against the occupancy calculator of the CUDA toolkit: 300 seeded vectors for
 * each of seven capabilities. occupancy.cpp says how occupancy.txt was made.
 */
@Timeout(120)
class OccupancyTest {
  private static final int[] STATIC_BYTES = {0, 16, 256, 1000, 4096, 16384, 40000, 49152};
  private static final int[] REGISTERS = {16, 32, 64, 66, 128, 255};
  @TempDir private Path folder;

  /** Registers by the names of the kernels. */
  private static final class Named implements LiveOptions.Residency {
    @Override
    public int registers(Kernel kernel) {
      return Integer.parseInt(kernel.name().substring(kernel.name().indexOf("_r") + 2));
    }

    @Override
    public int groups(Kernel kernel, int items, int dynamicLocalBytes) {
      return 0;
    }
  }

  private static String text(String name) throws IOException {
    try (InputStream in = OccupancyTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  static Stream<String> lines() throws IOException {
    return text("occupancy.txt").lines();
  }

  /** Returns kernels with each size of shared memory and number of registers, twice. */
  private static String ptx() {
    StringBuilder text = new StringBuilder(".version 7.0\n.target sm_70\n.address_size 64\n");
    for (int number : new int[] {0, 1}) {
      for (int bytes : STATIC_BYTES) {
        for (int registers : REGISTERS) {
          text.append(".visible .entry k%s_s%s_r%s()\n{\n".formatted(number, bytes, registers));
          text.append(
              bytes == 0
                  ? "ret;\n}\n"
                  : """
                    .shared .align 16 .b8 own[%s];
                    .reg .b32 %%r<2>;
                    mov.u32 %%r1, own;
                    st.shared.u32 [%%r1], %%r1;
                    ret;
                    }
                    """
                      .formatted(bytes));
        }
      }
    }
    return text.toString();
  }

  @ParameterizedTest
  @MethodSource("lines")
  void queriesSayWhatLaunchesDoAndTheToolkitsCalculatorSays(String line) throws Exception {
    assumeTrue(TestProgram.isOnPath("cc"), "no C compiler");
    Map<String, String> properties = DeviceProperties.common();
    properties.put(DeviceProperties.COMPUTE, line.substring(0, line.indexOf(' ')));
    properties.put(DeviceProperties.GROUP_ITEMS, "1024");
    for (String file :
        List.of(
            "cuda_occupancy.c",
            "occupancy_vectors.h",
            "cuda_test.h",
            "native/cudart_types.h",
            "native/cudart_errors.h")) {
      Files.writeString(folder.resolve(Path.of(file).getFileName()), text(file));
    }
    TestProgram.structures(folder);
    Path ptx = Files.writeString(folder.resolve("kernels.ptx"), ptx());
    Path library =
        NativeDriver.CUDA_13.library(UserCache.folder(System.getenv()), System.err::println);
    assertThat(
            run(
                "cc",
                "-w",
                "-DCUDART_MAJOR=13",
                "cuda_occupancy.c",
                library.toString(),
                "-o",
                "app"))
        .isZero();
    Path answers = folder.resolve("answers");
    ProgramRun.Result result =
        ProgramRun.run(
            new ProgramRequest(
                new ProgramRequest.Program(
                    List.of(folder.resolve("app").toString(), ptx.toString(), answers.toString()),
                    false),
                ServiceLoader.load(KernelFrontend.class).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList(),
                ExecutionOptions.defaults(),
                new LiveOptions(
                    properties,
                    Launches.ALL,
                    Bounds.STRICT,
                    Optional.empty(),
                    Optional.empty(),
                    new Named()),
                new ProgramRequest.Output(true, ProgramRequest.Success.EXIT_0),
                note -> {}),
            folder.resolve("trace.lkt"));
    assertThat(Files.readString(answers)).isEqualToIgnoringWhitespace(line);
    assertThat(result.message()).isEmpty();
  }

  @Test
  void theAnswersAreThoseOfAnInstalledToolkit() throws Exception {
    String home = System.getenv().getOrDefault("CUDA_HOME", "/usr/local/cuda");
    Path headers = Path.of(home, "include");
    assumeTrue(Files.exists(headers.resolve("cuda_occupancy.h")), "no CUDA toolkit");
    for (String file : List.of("occupancy.cpp", "occupancy_vectors.h")) {
      Files.writeString(folder.resolve(file), text(file));
    }
    assumeTrue(
        run("c++", "-I", headers.toString(), "occupancy.cpp", "-o", "occupancy") == 0,
        "no C++ compiler, or an older toolkit");
    assertThat(run(folder.resolve("occupancy").toString())).isZero();
    assertThat(folder.resolve("output")).hasContent(text("occupancy.txt"));
  }

  private int run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("output").toFile())
        .start()
        .waitFor();
  }
}
