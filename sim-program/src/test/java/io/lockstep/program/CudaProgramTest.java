// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.io.InputException;
import io.lockstep.io.output.UserCache;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.program.driver.NativeDriver;
import io.lockstep.trace.file.TraceFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class CudaProgramTest {
  @TempDir private Path folder;
  private final List<String> notes = new ArrayList<>();
  private Optional<String> given = Optional.empty(); // PTX in place of the usual one

  private void copy(String resource) throws IOException {
    try (InputStream in = getClass().getResourceAsStream(resource)) {
      Files.write(folder.resolve(Path.of(resource).getFileName().toString()), in.readAllBytes());
    }
  }

  private int compile(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).directory(folder.toFile()).inheritIO().start().waitFor();
  }

  private ProgramRun.Result run(String... command) {
    Map<String, String> properties = DeviceProperties.common();
    properties.put(DeviceProperties.GROUP_ITEMS, "1024");
    List<KernelFrontend> frontends =
        ServiceLoader.load(KernelFrontend.class).stream().map(ServiceLoader.Provider::get).toList();
    return ProgramRun.run(
        new ProgramRequest(
            new ProgramRequest.Program(List.of(command), false),
            frontends,
            ExecutionOptions.defaults(),
            new LiveOptions(properties),
            new ProgramRequest.Output(true, ProgramRequest.Success.EXIT_0),
            this::note),
        folder.resolve("trace.lkt"));
  }

  private synchronized void note(String text) {
    notes.add(text);
  }

  /** Runs a C program of the tests, which makes its own fat binary; needs no nvcc. */
  private ProgramRun.Result c(String name) throws IOException, InterruptedException {
    return c(name, NativeDriver.CUDA_13, "-DCUDART_MAJOR=13");
  }

  private ProgramRun.Result c(String name, NativeDriver driver, String... options)
      throws IOException, InterruptedException {
    assumeTrue(TestProgram.isOnPath("cc"), "no C compiler");
    copyForC(name);
    Path library = driver.library(UserCache.folder(System.getenv()), this::note);
    List<String> compiler = new ArrayList<>(List.of("cc", "-w", "-pthread", "-o", name));
    compiler.addAll(List.of(options));
    compiler.addAll(List.of(name + ".c", library.toString(), "-ldl", "-lm"));
    assertThat(compile(compiler.toArray(String[]::new))).isZero();
    return run(folder.resolve(name).toString(), folder.resolve("kernels.ptx").toString());
  }

  private void copyForC(String name) throws IOException {
    for (String file :
        List.of(
            "cuda_test.h",
            name + ".c",
            "kernels.ptx",
            "driver_test.h",
            "driver_graph_test.h",
            "graph_test.h",
            "native/cudart_types.h",
            "native/cudart_errors.h")) {
      copy(file);
    }
    TestProgram.structures(folder);
    if (given.isPresent()) {
      Files.writeString(folder.resolve("kernels.ptx"), given.get());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cuda_graphs",
        "cuda_launch",
        "cuda_layers",
        "cuda_memory",
        "cuda_more",
        "cuda_per_thread",
        "cuda_stream",
        "cuda_structures",
        "cuda_texture",
        "cuda_threads"
      })
  void runsAProgramWithoutTheVendorsCompiler(String name) throws Exception {
    ProgramRun.Result result = c(name);
    assertThat(result.message()).isEmpty();
    assertThat(result.code()).isZero();
    try (TraceFile file = TraceFile.open(result.traces().get(0).file())) {
      file.verify();
    }
  }

  @Test
  void formsOfAnOlderVersionHaveTheirOwnParameters() throws Exception {
    ProgramRun.Result result = c("cuda_forms", NativeDriver.CUDA_12, "-DCUDART_MAJOR=12");
    assertThat(result.message()).isEmpty();
    assertThat(result.code()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"cuda_codes", "cuda_wrong"})
  void answersWrongCallsWithTheErrorsOfTheManual(String name) throws Exception {
    ProgramRun.Result result = c(name);
    assertThat(result.message()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(notes).noneMatch(note -> note.contains("has ended"));
  }

  /** Makes a library with the name of the driver, whose functions are only there to be linked. */
  private Path emptyDriver(String name) throws IOException, InterruptedException {
    String text =
        Files.readString(folder.resolve(name + ".c"))
            + Files.readString(folder.resolve("driver_test.h"));
    String functions =
        Pattern.compile("\\b(cu[A-Z]|nvrtc)\\w+(?=\\()")
            .matcher(text)
            .results()
            .map(MatchResult::group)
            .distinct()
            .map(function -> "void " + function + "(void) {}\n")
            .collect(Collectors.joining());
    Files.writeString(folder.resolve("empty.c"), functions);
    String shared = "-Wl,-soname,libcuda.so.1";
    assertThat(compile("cc", "-w", "-shared", "-fPIC", shared, "-o", "empty.so", "empty.c"))
        .isZero();
    return folder.resolve("empty.so");
  }

  /** Runs a C program that needs the driver; with the runtime, too, if its library is given. */
  private ProgramRun.Result driver(String name, String... libraries)
      throws IOException, InterruptedException {
    assumeTrue(TestProgram.isOnPath("cc"), "no C compiler");
    copyForC(name);
    List<String> compiler = new ArrayList<>(List.of("cc", "-w", "-pthread", "-o", name));
    compiler.addAll(List.of(name + ".c", "-Wl,--no-as-needed", emptyDriver(name).toString()));
    compiler.addAll(List.of(libraries));
    compiler.add("-ldl");
    assertThat(compile(compiler.toArray(String[]::new))).isZero();
    return run(folder.resolve(name).toString(), folder.resolve("kernels.ptx").toString());
  }

  private Path runtime() {
    return NativeDriver.CUDA_13.library(UserCache.folder(System.getenv()), this::note);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "driver_context",
        "driver_graphs",
        "driver_memory",
        "driver_modules",
        "driver_opened",
        "driver_structures",
        "driver_virtual"
      })
  void runsAProgramOfTheDriverInterface(String name) throws Exception {
    ProgramRun.Result result = driver(name);
    assertThat(result.message()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(result.traces())
        .hasSize(name.equals("driver_structures") ? 0 : 1); // it launches none
    for (RecordedTrace trace : result.traces()) {
      try (TraceFile file = TraceFile.open(trace.file())) {
        file.verify();
      }
    }
  }

  @Test
  void aStreamThatWaitsForAValueWaitsForTheStreamThatWroteIt() throws Exception {
    ProgramRun.Result result = driver("driver_values");
    assertThat(result.message()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(TestProgram.steps(result))
        .containsSubsequence(
            "InStream[stream=1, operation=Fill[, buffer=132, bytes=4]]",
            "RecordEvent[, stream=1, event=0, all=true]",
            "WaitEvent[, stream=2, event=0, all=true]",
            "launch of stepGeometry[groupsX=1, groupsY=1, groupsZ=1, sizeX=4, sizeY=1, sizeZ=1]",
            // a value that no stream wrote by such an operation
            "RecordEvent[, stream=0, event=1, all=true]",
            "WaitEvent[, stream=2, event=1, all=true]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"driver_codes", "driver_wrong"})
  void answersWrongCallsOfTheDriverInterfaceWithTheErrorsOfTheManual(String name) throws Exception {
    ProgramRun.Result result = driver(name);
    assertThat(result.message()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(notes).noneMatch(note -> note.contains("has ended"));
  }

  @Test
  void compilesTextsOfAProgram() throws Exception {
    assumeTrue(TestProgram.isOnPath("nvcc"), "no nvcc");
    ProgramRun.Result result = driver("nvrtc");
    assertThat(result.message()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(result.traces().get(0).launches()).isEqualTo(2);
  }

  @Test
  void bothInterfacesHaveOneMemory() throws Exception {
    ProgramRun.Result result = driver("driver_both", runtime().toString());
    assertThat(result.message()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(result.traces()).hasSize(1);
    assertThat(result.traces().get(0).launches()).isEqualTo(2);
  }

  @Test
  void functionsOfTheDriverThatAreNotSupportedSayTheirNames() {
    assumeTrue(TestProgram.isOnPath("cc"), "no C compiler");
    assertThatThrownBy(() -> driver("driver_refused"))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith(
            "refuses: cuTensorMapEncodeTiled is not supported: clusters of blocks and tensor maps");
  }

  @Test
  void aProgramThatGivesUpAfterARefusedFunctionIsRefused() throws Exception {
    assumeTrue(TestProgram.isOnPath("cc"), "no C compiler");
    assertThatThrownBy(() -> c("cuda_gives_up"))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith(
            "the program ended with exit code 9 after a call that Lockstep refuses:"
                + " cudaIpcGetMemHandle is not supported: memory and semaphores of other processes"
                + " and interfaces");
  }

  @Test
  void transfersArePageLockedIfTheHostsMemoryIs() throws Exception {
    assertThat(TestProgram.transfers(c("cuda_pinned")))
        .containsExactly(
            "Upload of 100, pinned=false",
            "Download of 110, pinned=false",
            "Upload of 200, pinned=true",
            "Download of 210, pinned=true",
            "Upload of 300, pinned=true",
            "Download of 310, pinned=true",
            "Upload of 400, pinned=true",
            "Download of 410, pinned=true",
            "Upload of 500, pinned=true",
            "Download of 510, pinned=true",
            "Upload of 600, pinned=false",
            "Download of 610, pinned=false");
  }

  @ParameterizedTest
  @CsvSource({
    "4, an array of a cube map (cudaArrayCubemap)",
    "5, an array of layered cube maps (cudaArrayCubemap)",
    "8, an array for gathers of textures (cudaArrayTextureGather)",
  })
  void refusesArraysThatItHasNotByTheirNames(int flags, String name) {
    assumeTrue(TestProgram.isOnPath("cc"), "no C compiler");
    assertThatThrownBy(
            () ->
                c(
                    "cuda_gives_up",
                    NativeDriver.CUDA_13,
                    "-DCUDART_MAJOR=13",
                    "-DARRAY_FLAGS=" + flags))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith(name + " is not supported");
  }

  @Test
  void keepsTheSourcesThatTheProgramWasCompiledFrom() throws Exception {
    Path source = Files.writeString(folder.resolve("mine.cu"), "first\nsecond\nthird\n");
    copy("kernels.ptx");
    Path text = folder.resolve("kernels.ptx");
    String ptx = Files.readString(text).replaceFirst("\\.reg \\.f32", ".loc 1 2 1\n$0");
    given = Optional.of(ptx + "\n.file 1 \"" + source + "\"\n");
    ProgramRun.Result result = c("cuda_launch");
    assertThat(result.message()).isEmpty();
    try (TraceFile file = TraceFile.open(result.traces().get(0).file())) {
      file.verify();
      assertThat(file.program().kernels())
          .filteredOn(kernel -> kernel.name().equals("add"))
          .isNotEmpty()
          .allMatch(kernel -> kernel.source().equals("mine.cu"));
      assertThat(file.sources()).containsEntry("mine.cu", "first\nsecond\nthird\n");
    }
  }

  @Test
  void answersQueriesOfTheDevice() throws Exception {
    ProgramRun.Result result = c("cuda_device");
    assertThat(result.message()).isEmpty();
    assertThat(result.code()).isZero();
    result = c("cuda_device", NativeDriver.CUDA_12, "-DCUDART_MAJOR=12");
    assertThat(result.message()).isEmpty();
    assertThat(result.code()).isZero();
  }

  @Test
  void keepsTheErrorOfAKernel() throws Exception {
    ProgramRun.Result result = c("cuda_fault");
    assertThat(result.code()).isZero();
    assertThat(result.message()).contains("kernel behind").contains("out of bounds");
    assertThat(result.traces()).isEmpty();
  }

  @Test
  void refusesAKernelOnlyWhenItIsLaunched() throws Exception {
    ProgramRun.Result result = c("cuda_refused");
    assertThat(result.code()).isZero();
    assertThat(result.message()).isEmpty();
    assertThat(result.traces().get(0).launches()).isEqualTo(1);
  }

  @Test
  void theDeviceRuntimeChangesNoCapabilityOfTheProgramsKernels() throws Exception {
    ProgramRun.Result result = c("cuda_linked");
    assertThat(result.message()).isEmpty();
    assertThat(result.code()).isZero();
    try (TraceFile file = TraceFile.open(result.traces().get(0).file())) {
      assertThat(file.program().kernels())
          .extracting(Kernel::target)
          .containsExactly(0); // any device
    }
  }

  @ParameterizedTest(name = "{0}.cu, which prints what is wrong")
  @ValueSource(strings = {"groups", "pointers"})
  void runsAProgramForCapability80(String name) throws Exception {
    copy(name + ".cu");
    assumeTrue(TestProgram.isOnPath("nvcc"), "no nvcc");
    assertThat(compile("nvcc", "-cudart", "shared", "-arch=sm_80", "-o", name, name + ".cu"))
        .isZero();
    ProgramRun.Result result = run(folder.resolve(name).toString());
    assertThat(result.message()).isEmpty();
    assertThat(result.code()).isZero();
  }

  @Test
  void runsAProgramOfTheVendorsCompiler() throws Exception {
    copy("whole.cu");
    assumeTrue(TestProgram.isOnPath("nvcc"), "no nvcc");
    assertThat(compile("nvcc", "-cudart", "shared", "-o", "whole", "whole.cu")).isZero();
    ProgramRun.Result result = run(folder.resolve("whole").toString());
    assertThat(result.message()).isEmpty();
    assertThat(result.traces().get(0).launches()).isEqualTo(4);
    try (TraceFile file = TraceFile.open(result.traces().get(0).file())) {
      assertThat(file.outcome().printed()).contains("multiplied 333 of 4 bytes");
    }
    assertThat(compile("nvcc", "-o", "static", "whole.cu")).isZero();
    assertThatThrownBy(() -> run(folder.resolve("static").toString()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("NVCC_APPEND_FLAGS=\"-cudart shared -lineinfo\" make");
  }

  @Test
  void linksKernelsThatWereCompiledSeparately() throws Exception {
    copy("parts.cu");
    copy("parts_other.cu");
    assumeTrue(TestProgram.isOnPath("nvcc"), "no nvcc");
    assertThat(
            compile(
                "nvcc",
                "-cudart",
                "shared",
                "-rdc=true",
                "-o",
                "parts",
                "parts.cu",
                "parts_other.cu"))
        .isZero();
    ProgramRun.Result result = run(folder.resolve("parts").toString());
    assertThat(result.message()).isEmpty();
    assertThat(result.code()).isZero();
    try (TraceFile file = TraceFile.open(result.traces().get(0).file())) {
      assertThat(file.outcome().printed()).contains("filled").contains("added");
    }
  }

  @Test
  void exportsEverySymbolOfAllMajors() throws Exception {
    assumeTrue(TestProgram.isOnPath("cc"), "no C compiler");
    for (NativeDriver driver :
        List.of(NativeDriver.CUDA_11, NativeDriver.CUDA_12, NativeDriver.CUDA_13)) {
      Path library = driver.library(UserCache.folder(System.getenv()), this::note);
      Process nm =
          new ProcessBuilder("nm", "-D", "--defined-only", library.toString())
              .redirectErrorStream(true)
              .start();
      String symbols = new String(nm.getInputStream().readAllBytes());
      assumeTrue(nm.waitFor() == 0, "no nm");
      assertThat(symbols)
          .contains(" cudaMalloc@@" + driver.file())
          .contains(" __cudaLaunchKernel@@" + driver.file())
          .contains(" cudaGraphicsMapResources@@" + driver.file());
    }
  }
}
