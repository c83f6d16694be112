// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.io.InputException;
import io.lockstep.io.output.UserCache;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.program.driver.NativeDriver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** C programs that use Lockstep's own libraries of kernels and check the results themselves. */
@Timeout(240)
@Tag("slow")
class KernelLibrariesTest {
  @TempDir private Path folder;
  private final List<String> notes = new ArrayList<>();

  private synchronized void note(String text) {
    notes.add(text);
  }

  /** Compiles a program, links it with libraries of Lockstep and runs it. */
  private ProgramRun.Result run(String name, NativeDriver... libraries)
      throws IOException, InterruptedException {
    return run(List.of(), name, libraries);
  }

  private ProgramRun.Result run(List<String> arguments, String name, NativeDriver... libraries)
      throws IOException, InterruptedException {
    List<String> files = new ArrayList<>();
    for (NativeDriver library : libraries) {
      files.add(library.library(UserCache.folder(System.getenv()), this::note).toString());
    }
    return run(arguments, name, files);
  }

  private ProgramRun.Result run(List<String> arguments, String name, List<String> libraries)
      throws IOException, InterruptedException {
    assumeTrue(TestProgram.isOnPath("cc"), "no C compiler");
    for (String file : List.of("blas_test.h", name + ".c")) {
      try (InputStream in = getClass().getResourceAsStream(file)) {
        Files.write(folder.resolve(file), in.readAllBytes());
      }
    }
    List<String> command = new ArrayList<>(List.of("cc", "-w", "-o", name, name + ".c"));
    command.addAll(libraries);
    command.add("-lm");
    compile(command);
    List<String> words = new ArrayList<>(List.of(folder.resolve(name).toString()));
    words.addAll(arguments);
    Map<String, String> properties = DeviceProperties.common();
    properties.put(DeviceProperties.GROUP_ITEMS, "1024");
    List<KernelFrontend> frontends =
        ServiceLoader.load(KernelFrontend.class).stream().map(ServiceLoader.Provider::get).toList();
    return ProgramRun.run(
        new ProgramRequest(
            new ProgramRequest.Program(words, true),
            frontends,
            ExecutionOptions.defaults(),
            new LiveOptions(properties),
            new ProgramRequest.Output(true, ProgramRequest.Success.EXIT_0),
            this::note),
        folder.resolve("trace.lkt"));
  }

  private void compile(List<String> command) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder(command).directory(folder.toFile()).inheritIO().start().waitFor())
        .isZero();
  }

  /** Makes a library of a vendor's name and symbol version, whose functions do nothing. */
  private String stub(String name, Stream<String> functions)
      throws IOException, InterruptedException {
    String text =
        functions.map("int %s(void) { return 99; }\n"::formatted).collect(Collectors.joining());
    Files.writeString(folder.resolve("stub.c"), text);
    Files.writeString(folder.resolve("stub.map"), name + " { global: *; };\n");
    compile(
        List.of(
            "cc",
            "-w",
            "-shared",
            "-fPIC",
            "-Wl,-soname," + name,
            "-Wl,--version-script=stub.map",
            "stub.c",
            "-o",
            name));
    return folder.resolve(name).toString();
  }

  @ParameterizedTest
  @CsvSource({"11, CUDA_11", "12, CUDA_12", "13, CUDA_13"})
  void runsAProgramThatIsLinkedWithTheVendorsVersionsOfSymbols(String major, NativeDriver runtime)
      throws Exception {
    assumeTrue(TestProgram.isOnPath("cc"), "no C compiler");
    String program;
    try (InputStream in = getClass().getResourceAsStream("blas_lt.c")) {
      program = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    Set<String> called =
        Pattern.compile("\\b(cublas|curand)\\w+(?=\\()")
            .matcher(program)
            .results()
            .map(MatchResult::group)
            .collect(Collectors.toCollection(TreeSet::new));
    Predicate<String> ofLt = name -> name.startsWith("cublasLt");
    Predicate<String> ofRand = name -> name.startsWith("curand");
    List<String> libraries =
        List.of(
            stub("libcublasLt.so." + major, called.stream().filter(ofLt)),
            stub("libcublas.so." + major, called.stream().filter(ofLt.or(ofRand).negate())),
            stub("libcurand.so.10", called.stream().filter(ofRand)),
            runtime.library(UserCache.folder(System.getenv()), this::note).toString());
    ProgramRun.Result result = run(List.of(), "blas_lt", libraries);
    assertThat(result.message()).isEmpty();
    assertThat(TestProgram.steps(result))
        .anyMatch(step -> step.startsWith("launch of lockstep_sgemm_64x64"))
        .anyMatch(step -> step.startsWith("launch of lockstep_hepilogue"));
  }

  @Test
  void blasEqualsTheHostsResults() throws Exception {
    ProgramRun.Result result = run("blas", NativeDriver.CUBLAS_13, NativeDriver.CUDA_13);
    assertThat(result.message()).isEmpty();
    assertThat(TestProgram.steps(result))
        .anyMatch(step -> step.startsWith("launch of lockstep_sgemm_64x64"))
        .allMatch(step -> !step.contains("launch of ") || step.contains("launch of lockstep_"));
    assertThat(notes).noneMatch(note -> note.contains("has ended"));
  }

  @Test
  void matricesOfAllFormsAndComplexNumbersEqualTheirDefinitions() throws Exception {
    ProgramRun.Result result = run("blas_forms", NativeDriver.CUBLAS_13, NativeDriver.CUDA_13);
    assertThat(result.message()).isEmpty();
    assertThat(TestProgram.steps(result))
        .anyMatch(step -> step.startsWith("launch of lockstep_zsolve"));
  }

  @Test
  void aProgramThatGivesUpAfterARefusedFunctionIsRefused() {
    assertThatThrownBy(
            () -> run(List.of("refused"), "blas", NativeDriver.CUBLAS_13, NativeDriver.CUDA_13))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith(
            "the program ended with exit code 9 after a call that Lockstep refuses:"
                + " cublasSrotmg_v2 is not supported");
  }

  @Test
  void generatorsHaveTheirPublishedValuesAndMoments() throws Exception {
    ProgramRun.Result result = run("rand", NativeDriver.CURAND, NativeDriver.CUDA_13);
    assertThat(result.message()).isEmpty();
    assertThat(TestProgram.steps(result))
        .anyMatch(step -> step.startsWith("launch of lockstep_philox_words"))
        .anyMatch(step -> step.startsWith("launch of lockstep_xorwow_normal"));
  }
}
