// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.kernel.analysis.IrText;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.FrontendOptions.CompilerOption;
import io.lockstep.kernel.frontend.TextTarget;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** CUDA C++ by clang and Lockstep's own headers, on machines with nvcc, too. */
@Tag("slow")
class ClangCudaTest {
  /** Kernels that CudaOnHostTest has as nvcc's PTX, with results of the host's compiler. */
  private static final Path CUDA = Path.of("../frontend-ptx/src/test").toAbsolutePath().normalize();

  @TempDir private Path folder;

  private SourceFrontend frontend() {
    return new LocalClang(folder, Map.of("LOCKSTEP_CUDA", "clang")).frontend();
  }

  private static FrontendOptions options(TextTarget target, String... options) {
    List<CompilerOption> given =
        Stream.of(options).map(o -> new CompilerOption("w.yaml:1:1", o, "")).toList();
    return FrontendOptions.defaults().withCompiler(given).withTarget(target);
  }

  private List<Kernel> read(String text, TextTarget target, String... options) throws IOException {
    Path file = Files.writeString(folder.resolve("k.cu"), text);
    return frontend().read(file.toString(), text, options(target, options));
  }

  private String code(String text, String... options) throws IOException {
    return IrText.of(read(text, TextTarget.USUAL, options).get(0));
  }

  @ParameterizedTest
  @DisplayName("kernels give the bits that the host's compiler gives for the same text")
  @CsvSource({
    "control, 75, 8", "floats, 80, 12", "groups, 75, 5", "half, 75, 4", "half, 80, 5",
    "integers, 80, 14", "lanes, 75, 6", "lanes, 80, 6", "library, 80, 6", "library, 90, 10",
    "memory, 75, 13", "brain, 80, 1", "brain, 90, 3"
  })
  void kernelsGiveTheBitsOfTheHost(String name, int capability, int kernels) throws IOException {
    String source = CUDA.resolve("cuda/" + name + ".cu").toString();
    String[] given = {"-fmad=false", "-w", "-arch=compute_" + capability};
    List<String> names =
        frontend()
            .read(source, Files.readString(Path.of(source)), options(TextTarget.USUAL, given))
            .stream()
            .map(Kernel::name)
            .toList();
    assertThat(names).hasSize(kernels);
    StringBuilder buffers = new StringBuilder();
    StringBuilder steps = new StringBuilder("steps:\n");
    StringBuilder expected = new StringBuilder("expect:\n");
    for (String kernel : names) {
      buffers.append("  o_%s: {type: u32, count: 2048}\n".formatted(kernel));
      steps.append(
          "  - {launch: %1$s, grid: [2], block: [64], shared: 512, args: [o_%1$s, in]}\n"
              .formatted(kernel));
      expected.append("  o_%1$s: {file: %1$s.bin}\n".formatted(kernel));
    }
    String workload =
        "name: k\nkernels: {file: %s, options: [%s]}\nbuffers:\n"
                .formatted(source, String.join(", ", given))
            + "  in: {type: u32, count: 1024, init: {file: input.bin}}\n"
            + buffers
            + steps
            + expected;
    verify(workload, CUDA.resolve("resources/cuda"));
  }

  /** Executes a workload of a folder, whose expectations must hold. */
  private void verify(String workload, Path beside) throws IOException {
    Workload read = Workload.read("k.yaml", workload, beside);
    try (WorkloadExecution run = new WorkloadExecution(read.bind(Map.of()), List.of(frontend()))) {
      while (run.next() != ProgramItem.END) {
        // It is executed.
      }
      assertThat(run.outcome().verified()).as(run.outcome().message()).isTrue();
    }
  }

  @ParameterizedTest
  @DisplayName("workloads whose PTX is nvcc's have the same results with clang's")
  @ValueSource(
      strings = {
        "cu_call",
        "cu_structs",
        "cu_texconst",
        "cu_texconst_wrap",
        "waits_grid",
        "waits_lookback",
        "waits_pipeline",
        "waits_spinlock",
        "waits_ticket",
        "waits_worker"
      })
  void workloadsHaveTheSameResults(String name) throws IOException {
    Path folder = Path.of("../sim-cli/src/test/resources/workloads").toAbsolutePath().normalize();
    String text = Files.readString(folder.resolve(name + ".yaml"));
    String source = text.replaceFirst("(?m)^source: .*$", "").replaceFirst("\\.ptx", ".cu");
    assertThat(source).contains(".cu\n");
    verify(source, folder);
  }

  @Test
  @DisplayName("options of nvcc select the same arithmetic")
  void optionsOfNvccSelectTheSameArithmetic() throws IOException {
    String text =
        """
        __global__ void k(float *a) {
          float x = a[0] * a[1] + a[2];
          a[3] = sqrtf(x) / a[4];
        }
        """;
    assertThat(code(text))
        .contains("fma.f32.nearest-even.fusion", "sqrt.f32.nearest", "div.f32.nearest");
    assertThat(code(text, "-fmad=false")).contains("mul.f32.").doesNotContain("fma.");
    assertThat(code(text, "-prec-div=false"))
        .contains("div.f32.any-divisor.approx", "sqrt.f32.nearest");
    assertThat(code(text, "-prec-sqrt=false")).contains("div.f32.nearest", "sqrt.f32.approx");
    assertThat(code(text, "-ftz=true")).contains("div.f32.nearest-even.flush");
    assertThat(code(text, "-use_fast_math"))
        .contains("fma.f32.nearest-even.fusion-permitted.flush")
        .contains("sqrt.f32.approx.flush", "div.f32.approx.flush");
  }

  @Test
  @DisplayName("arrays of lambdas and loops without a pragma become registers")
  void arraysBecomeRegisters() throws IOException {
    Path source = Path.of("../validation/kernels/product_rows.cu").toAbsolutePath().normalize();
    FrontendOptions options = options(TextTarget.USUAL, "-arch=compute_80", "-w");
    List<Kernel> kernels = frontend().read(source.toString(), Files.readString(source), options);
    assertThat(kernels).hasSize(10).allMatch(kernel -> !IrText.of(kernel).contains("private["));
  }

  @Test
  @DisplayName("a text for each device has its capability, and the others that of 7.5")
  void aTextForEachDeviceHasItsCapability() throws IOException {
    String text = "__global__ void k(int *a) { a[0] = __CUDA_ARCH__; }";
    assertThat(code(text)).contains("750");
    assertThat(code(text, "-arch=compute_90")).contains("900");
    assertThat(IrText.of(read(text, new TextTarget(32, 103), "-arch=native").get(0)))
        .as("the nearest that clang knows")
        .contains("1000");
  }

  @Test
  @DisplayName("kernels name clang as their compiler, and the lines of their source")
  void kernelsNameClangAsTheirCompiler() throws IOException {
    Kernel kernel =
        read("__global__ void k(int *a) {\n\n  a[0] = 1;\n}\n", TextTarget.USUAL).get(0);
    assertThat(kernel.compiler()).startsWith("clang version").endsWith(", not by nvcc");
    assertThat(IrText.of(kernel)).contains("line 3");
  }

  @Test
  @DisplayName("a header of the vendor that is not there is named, with the way out")
  void aHeaderOfTheVendorIsNamed() {
    assertThatThrownBy(
            () -> read("#include <thrust/sort.h>\n__global__ void k(int *a) {}", TextTarget.USUAL))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "k.cu:1:10: error: thrust/sort.h is not one of Lockstep's headers of CUDA C++; nvcc"
                + " compiles this text");
  }

  @Test
  @DisplayName("a function of the vendor's for hosts that is not there is named, with the way out")
  void aNameOfTheVendorIsNamed() {
    assertThatThrownBy(
            () ->
                read(
                    "__global__ void k(int *a) {}\nvoid f() { cudaImportExternalMemory(0, 0); }\n",
                    TextTarget.USUAL))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "k.cu:2:12: error: cudaImportExternalMemory is not one of the host's names in Lockstep's"
                + " headers; nvcc compiles this text");
  }
}
