// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Compares the functions that the drivers support with the calls in the test programs. */
class EntryPointsTest {
  private static final String FOLDER = "resources/io/lockstep/program";

  /**
   * Functions of CUDA that only nvcc's code calls, for variables of the host and tables, and one
   * that only Lockstep's libraries call.
   */
  private static final Set<String> NOT_OF_PROGRAMS =
      Set.of(
          "__cudaRegisterHostVar",
          "__cudaRegisterUnifiedTable",
          "__cudaUnregisterFatBinary",
          "__cudaLockstepRefuse");

  /** Returns the texts of a driver's files. */
  private static String sources(NativeDriver driver, String files) {
    return DriverSources.of(driver.name()).texts().entrySet().stream()
        .filter(text -> text.getKey().matches(files))
        .map(Map.Entry::getValue)
        .collect(Collectors.joining("\n"));
  }

  private static String programs(String glob) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/test", FOLDER))) {
      return files
          .filter(f -> f.getFileName().toString().matches(glob))
          .sorted()
          .map(EntryPointsTest::text)
          .collect(Collectors.joining("\n"));
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<String> names(String pattern, String text) {
    Set<String> names = new TreeSet<>();
    Matcher matcher = Pattern.compile(pattern, Pattern.MULTILINE).matcher(text);
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }

  /** Returns the functions without a call; declarations, which begin a line, are no calls. */
  private static Set<String> uncalled(Set<String> functions) throws IOException {
    String programs = programs(".*\\.[ch]");
    String calls =
        programs.replaceAll(
            "(?m)^(Error|Result|int|size_t|void|char|unsigned|const char|ChannelFormat) .*$", "");
    Set<String> uncalled = new TreeSet<>(functions);
    uncalled.removeIf(name -> name.matches(".*_pt[sd][sz]")); // made as their sisters are
    uncalled.removeAll(names("\\b(\\w+)\\(", calls));
    return uncalled;
  }

  @Test
  void callsTheFunctionsOfOpenCl() throws Exception {
    Set<String> functions = new TreeSet<>();
    DriverSources.api().functions().stream()
        .filter(f -> f.isOpenCl() && f.body() != ApiTable.Body.REFUSED)
        .forEach(f -> f.names().forEach(name -> functions.add(name.text())));
    functions.removeIf(name -> name.matches("clIcd.*|clGetExtension.*|.*(EXT|KHR)"));
    assertThat(functions).hasSizeGreaterThan(90);
    assertThat(uncalled(functions)).isEmpty();
  }

  @Test
  void callsTheFunctionsOfTheLibraries() throws Exception {
    String files = "(blas|rand)\\w*\\.c";
    String sources = sources(NativeDriver.CUBLAS_13, files) + sources(NativeDriver.CURAND, files);
    Set<String> functions = names("^API \\w[\\w* ]*?\\b(cu(?:blas|rand)[A-Z]\\w+)\\(", sources);
    assertThat(functions).hasSizeGreaterThan(20);
    assertThat(uncalled(functions)).isEmpty();
  }

  @Test
  void callsTheFunctionsOfCuda() throws Exception {
    String sources = sources(NativeDriver.CUDA_13, "cudart_.*\\.c");
    Set<String> functions = names("^(?:API \\w[\\w* ]*?\\b|ENTRY\\()(_*cuda\\w+)[(,]", sources);
    assertThat(functions).hasSizeGreaterThan(150);
    assertThat(uncalled(functions)).isEqualTo(NOT_OF_PROGRAMS);
  }

  @Test
  void callsTheFunctionsOfTheDriverInterface() throws Exception {
    String sources = sources(NativeDriver.CUDA_13, "cuda_.*\\.c");
    Set<String> functions =
        names("^(?:(?:  )?API .*?\\b|DRIVER_(?:ENTRY|SAME)\\(\\w+, )(cu\\w+)[(,]", sources);
    assertThat(functions).hasSizeGreaterThan(150);
    assertThat(uncalled(functions)).isEmpty();
  }

  @Test
  void callsTheFunctionsOfNvrtc() throws Exception {
    String source = sources(NativeDriver.CUDA_13, "nvrtc\\.c");
    Set<String> functions = names("^API .*?\\b(nvrtc\\w+)\\(", source);
    assertThat(functions).hasSizeGreaterThan(14);
    assertThat(uncalled(functions)).isEmpty();
  }

  @Test
  @DisplayName("calls the functions of modules, contexts and hipRTC in HIP's library")
  void callsTheFunctionsOfHip() throws Exception {
    Set<String> functions = new TreeSet<>(DriverSources.api().hipNames().values());
    functions.remove("lockstep_hip_best_block"); // hipModuleOccupancyMaxPotentialBlockSize calls it
    assertThat(functions).hasSizeGreaterThan(60);
    functions.removeAll(names("\\b(\\w+)\\(", programs(".*\\.hip")));
    assertThat(functions).isEmpty();
  }
}
