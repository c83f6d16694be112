// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** HIP projects that CMake builds by {@code lockstep hipcc}. */
@DisplayName("CMake with lockstep hipcc")
@Tag("slow")
@Timeout(600)
class CmakeTest {
  private static final Path DIST = Shell.REPOSITORY.resolve("sim-cli/src/main/dist");
  private static final String KERNEL =
      """
      #include <hip/hip_runtime.h>
      __global__ void seven(int* p) { *p = 7; }
      void launch(int* p) { seven<<<1, 1>>>(p); }
      """;
  private static final String MAIN =
      """
      #include <hip/hip_runtime.h>
      void launch(int*);
      int main() {
        int *d, h = 0;
        if (hipMalloc(&d, 4)) return 2;
        launch(d);
        return hipMemcpy(&h, d, 4, hipMemcpyDeviceToHost) || h != 7;
      }
      """;

  @TempDir private Path folder;
  private Path launcher;

  @BeforeEach
  void installsTheDistributionInAFolder() throws Exception {
    for (String program : List.of("cmake", "make", "g++")) {
      assumeTrue(Shell.has(program), "no " + program);
    }
    Path home = folder.resolve("home");
    launcher = Program.in(home);
    try (Stream<Path> files = Files.walk(DIST.resolve("hip"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = home.resolve(DIST.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
        assertThat(copy.toFile().setExecutable(true)).isTrue();
      }
    }
  }

  private Cli run(Map<String, String> environment, String... words) throws Exception {
    Path said = folder.resolve("said");
    ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
    builder.redirectErrorStream(true).redirectOutput(said.toFile());
    builder.environment().putAll(environment);
    return new Cli(builder.start().waitFor(), Files.readString(said), "");
  }

  private void builds(Map<String, String> environment, String project, String option)
      throws Exception {
    Files.writeString(folder.resolve("CMakeLists.txt"), project);
    Cli configured = run(environment, "cmake", "-S", ".", "-B", "build", option);
    assertThat(configured.code()).as(configured.out()).isZero();
    Cli built = run(environment, "cmake", "--build", "build");
    assertThat(built.code()).as(built.out()).isZero();
    Cli recorded = run(Map.of(), launcher.toString(), "record", "-o", "a.lkt", "--", "build/app");
    assertThat(recorded.code()).as(recorded.out()).isZero();
    assertThat(recorded.out()).contains("1 launches");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  @Test
  @DisplayName("the HIP language, by the toolchain file")
  void buildsTheHipLanguage() throws Exception {
    write("kernel.hip", KERNEL);
    write("main.hip", MAIN);
    builds(
        Map.of(),
        """
        cmake_minimum_required(VERSION 3.21)
        project(app LANGUAGES HIP)
        find_package(hip REQUIRED)
        find_library(RTC hiprtc REQUIRED)
        add_library(kernels STATIC kernel.hip)
        set_target_properties(kernels PROPERTIES HIP_STANDARD 17)
        add_executable(app main.hip)
        target_link_libraries(app PRIVATE kernels hip::device ${RTC})
        """,
        "-DCMAKE_TOOLCHAIN_FILE=" + folder.resolve("home/hip/lockstep.cmake"));
  }

  @Test
  @DisplayName("C++ projects whose compiler is hipcc")
  void buildsProjectsWhoseCompilerIsHipcc() throws Exception {
    write("kernel.cpp", KERNEL);
    write("main.cpp", MAIN);
    builds(
        Map.of("CXX", launcher + " hipcc"),
        """
        cmake_minimum_required(VERSION 3.16)
        project(app LANGUAGES CXX)
        find_package(hip REQUIRED)
        add_executable(app main.cpp kernel.cpp)
        target_link_libraries(app PRIVATE hip::device)
        """,
        "-DCMAKE_PREFIX_PATH=" + folder.resolve("home/hip"));
  }
}
