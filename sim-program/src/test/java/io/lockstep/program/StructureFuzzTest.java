// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.io.output.UserCache;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.program.driver.HipNames;
import io.lockstep.program.driver.NativeDriver;
import io.lockstep.program.driver.StructureText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random calls of the interfaces. {@code FUZZ_CALLS="100000 20261202"} in the environment gives
 * another number of calls, and a seed.
 */
@Timeout(1200)
@DisplayName("no call with a field or flag that the table of structures refuses succeeds")
class StructureFuzzTest {
  private static final String CALLS = System.getenv().getOrDefault("FUZZ_CALLS", "100000 1");

  @TempDir private Path folder;

  private static String text(String resource) throws IOException {
    try (InputStream in = StructureFuzzTest.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void write(UnaryOperator<String> names, String... resources) throws IOException {
    String table = text("native/structures.txt");
    Files.writeString(
        folder.resolve("cudart_structures.h"), names.apply(StructureText.cudaTypes(table)));
    Files.writeString(
        folder.resolve("listed_numbers.h"), names.apply(StructureText.numbers(table)));
    for (String resource : resources) {
      String name = resource.substring(resource.indexOf('/') + 1);
      Files.writeString(folder.resolve(name), names.apply(text(resource)));
    }
  }

  private void fuzz(String name, String... options) throws IOException, InterruptedException {
    assumeTrue(TestProgram.isOnPath("cc"), "no C compiler");
    Path program = folder.resolve(name);
    List<String> command = new ArrayList<>(List.of("cc", "-w", "-o", name, name + ".c"));
    command.addAll(Arrays.asList(options));
    Process cc = new ProcessBuilder(command).directory(folder.toFile()).inheritIO().start();
    assertThat(cc.waitFor()).isZero();
    List<String> words = new ArrayList<>(List.of(program.toString()));
    words.add(folder.resolve("kernels.ptx").toString());
    words.addAll(List.of(CALLS.split(" ")));
    Map<String, String> properties = DeviceProperties.common();
    properties.put(DeviceProperties.GROUP_ITEMS, "1024");
    List<KernelFrontend> frontends =
        ServiceLoader.load(KernelFrontend.class).stream().map(ServiceLoader.Provider::get).toList();
    ProgramRun.Result result =
        ProgramRun.run(
            new ProgramRequest(
                new ProgramRequest.Program(words, false),
                frontends,
                ExecutionOptions.defaults(),
                new LiveOptions(properties),
                new ProgramRequest.Output(true, ProgramRequest.Success.EXIT_0),
                note -> {}),
            folder.resolve("trace.lkt"));
    assertThat(result.message()).isEmpty();
    assertThat(result.code()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"CUDA_13", "HIP"})
  void ofCuda(NativeDriver driver) throws Exception {
    boolean isHip = driver == NativeDriver.HIP;
    write(
        isHip ? HipNames::of : UnaryOperator.identity(),
        "cuda_fuzz.c",
        "cuda_test.h",
        "native/cudart_types.h",
        "native/cudart_errors.h");
    Files.writeString(folder.resolve("fuzz.h"), text("fuzz.h"));
    Files.writeString(folder.resolve("kernels.ptx"), text("kernels.ptx"));
    Path library = driver.library(UserCache.folder(System.getenv()), note -> {});
    String major = isHip ? "-DCUDART_MAJOR=12" : "-DCUDART_MAJOR=13";
    fuzz("cuda_fuzz", major, isHip ? "-DLOCKSTEP_HIP" : "-O1", library.toString(), "-ldl");
  }

  @Test
  void ofOpenCl() throws Exception {
    assumeTrue(Files.exists(Path.of("/usr/include/CL/cl.h")), "no OpenCL headers");
    write(UnaryOperator.identity(), "opencl_fuzz.c", "fuzz.h", "check.h");
    fuzz("opencl_fuzz", "-lOpenCL");
  }
}
