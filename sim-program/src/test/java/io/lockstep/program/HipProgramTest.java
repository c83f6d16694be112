// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.file.TraceFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
@Timeout(300)
@DisplayName("HIP programs that lockstep hipcc builds")
class HipProgramTest {
  /** Functions that headers define by others of the library, with what takes their address. */
  private static final Map<String, String> IN_HEADERS =
      Map.ofEntries(
          Map.entry("hipExtHostAlloc", "&"),
          Map.entry("hipHostFree", "&"),
          Map.entry("hipMemcpyWithStream", "&"),
          Map.entry("hipModuleOccupancyMaxPotentialBlockSize", "&"),
          Map.entry("hipModuleOccupancyMaxPotentialBlockSizeWithFlags", "&"),
          Map.entry("hiprtcLinkAddData", "&"),
          Map.entry("hiprtcLinkAddFile", "&"),
          Map.entry("hiprtcLinkComplete", "&"),
          Map.entry("hiprtcLinkCreate", "&"),
          Map.entry("hiprtcLinkDestroy", "&"),
          Map.entry("hipExtMallocWithFlags", "(hipError_t (*)(void**, size_t, unsigned))"),
          Map.entry("hipHostMalloc", "(hipError_t (*)(void**, size_t, unsigned))"),
          Map.entry(
              "hipOccupancyMaxPotentialBlockSize",
              "(hipError_t (*)(int*, int*, void*, size_t, int))"));

  @TempDir private Path folder;

  @BeforeEach
  void needsACompilerOfTheHost() {
    assumeTrue(TestProgram.isOnPath("g++"), "no C++ compiler");
  }

  private String source(String name) throws IOException {
    Path file = folder.resolve(name);
    try (InputStream in = getClass().getResourceAsStream(name)) {
      Files.write(file, in.readAllBytes());
    }
    return file.toString();
  }

  private String source(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static int hipcc(String... arguments) {
    return ProgramRun.hipcc(List.of(arguments), note -> {});
  }

  private ProgramRun.Result run(int lanes) {
    Map<String, String> properties = DeviceProperties.common();
    properties.put(DeviceProperties.WAVEFRONT, Integer.toString(lanes));
    properties.put(DeviceProperties.GROUP_ITEMS, "1024");
    if (lanes == 64) {
      properties.put(DeviceProperties.VENDOR, "AMD");
      properties.put(DeviceProperties.ARCHITECTURE, "gfx942");
      properties.put(DeviceProperties.LOCAL_BYTES, "65536");
    }
    List<KernelFrontend> frontends =
        ServiceLoader.load(KernelFrontend.class).stream().map(ServiceLoader.Provider::get).toList();
    return ProgramRun.run(
        new ProgramRequest(
            new ProgramRequest.Program(List.of(folder.resolve("app").toString()), true),
            frontends,
            ExecutionOptions.defaults(),
            new LiveOptions(properties),
            new ProgramRequest.Output(
                true,
                new ProgramRequest.Success(
                    Optional.of(Pattern.compile("PASS")), OptionalInt.of(0))),
            note -> {}),
        folder.resolve("trace.lkt"));
  }

  @ParameterizedTest(name = "in wavefronts of {0} lanes")
  @ValueSource(ints = {32, 64})
  void computesTheSameInEveryWidth(int lanes) throws Exception {
    assertThat(hipcc("-O2", "-o", folder.resolve("app").toString(), source("hip_features.hip")))
        .isZero();
    ProgramRun.Result result = run(lanes);
    assertThat(result.message()).isEmpty();
    try (TraceFile file = TraceFile.open(result.traces().get(0).file())) {
      file.verify();
      List<Integer> widths = new ArrayList<>();
      for (Kernel kernel : file.program().kernels()) {
        if (kernel.name().contains("lanes")) {
          widths.add(kernel.fixedWidth());
        }
        assertThat(kernel.source()).isEqualTo("hip_features.hip");
      }
      assertThat(widths).containsExactly(lanes);
    }
  }

  @ParameterizedTest(name = "in wavefronts of {0} lanes")
  @ValueSource(ints = {32, 64})
  @DisplayName("matches, reductions and clang's functions for AMD's processors work in every width")
  void exchangesValuesInEveryWidth(int lanes) throws Exception {
    assertThat(hipcc("-O2", "-o", folder.resolve("app").toString(), source("hip_lanes.hip")))
        .isZero();
    assertThat(run(lanes).message()).isEmpty();
  }

  @ParameterizedTest(name = "in wavefronts of {0} lanes")
  @ValueSource(ints = {32, 64})
  @DisplayName("modules of --genco and of hipRTC are loaded and launched")
  void loadsModules(int lanes) throws Exception {
    String module = folder.resolve("module.co").toString();
    assertThat(hipcc("--genco", "--offload-arch=gfx942", source("module.hip"), "-o", module))
        .isZero();
    String app = folder.resolve("app").toString();
    String named = "-DMODULE=\"" + module + "\"";
    assertThat(hipcc(named, source("hip_modules.hip"), "-o", app, "-lhiprtc")).isZero();
    assertThat(run(lanes).message()).isEmpty();
  }

  @Test
  @DisplayName("every function of AMD's hip_runtime_api.h is declared, and a program links with it")
  void declaresEveryFunctionAndLinksWithIt() throws Exception {
    StringBuilder declared = new StringBuilder();
    StringBuilder symbols = new StringBuilder();
    StringBuilder addresses = new StringBuilder();
    List<String> names =
        Files.readString(Path.of(source("hip_functions.txt")))
            .lines()
            .filter(line -> !line.startsWith("#"))
            .flatMap(line -> Pattern.compile(" ").splitAsStream(line))
            .toList();
    for (String name : names) {
      // names of forms of a version, which the header gives to the newest
      boolean isForm = name.endsWith("R0600");
      if (!isForm) {
        declared.append("using ::").append(name).append(";\n");
      }
      String taken = IN_HEADERS.get(name);
      if (taken != null) {
        addresses.append("  (const void*)").append(taken).append("::").append(name).append(",\n");
      } else if (!isForm) {
        symbols.append("extern const char at_%s __asm__(\"%s\");\n".formatted(name, name));
        addresses.append("  &at_").append(name).append(",\n");
      }
    }
    String program =
        """
        #include <hip/hip_ext.h>
        #include <hip/hiprtc.h>
        #include <cstdio>
        namespace all {
        %s}
        %s
        #ifndef __HIP_DEVICE_COMPILE__
        static const void* volatile addresses[] = {
        %s};
        int main() {
          for (const void* each : addresses) {
            if (!each) return 1;
          }
          std::puts("PASS");
        }
        #endif
        """
            .formatted(declared, symbols, addresses);
    String app = folder.resolve("app").toString();
    assertThat(hipcc(source("all.hip", program), "-o", app, "-lhiprtc")).isZero();
    assertThat(run(64).message()).isEmpty();
  }

  @Test
  @DisplayName("arrays, mapped memory, values of streams, graphs and launches by further functions")
  void hasHipsFurtherFunctions() throws Exception {
    assertThat(hipcc(source("hip_more.hip"), "-o", folder.resolve("app").toString())).isZero();
    assertThat(run(64).message()).isEmpty();
  }

  @Test
  @DisplayName("an error of the compiler names no target of another vendor")
  void anErrorNamesNoTargetOfAnotherVendor() throws IOException {
    String wrong = source("wrong.hip", "__global__ void k(int* p) { p[0] = missing; }\n");
    assertThatThrownBy(() -> hipcc(wrong, "-o", folder.resolve("app").toString()))
        .hasMessageContaining("use of undeclared identifier 'missing'")
        .hasMessageNotContaining("sm_");
  }

  @Test
  @DisplayName("code objects of AMD's compiler are refused with the line that builds a module")
  void refusesCodeObjects() throws Exception {
    String loads =
        source(
            "loads.hip",
            """
            #include <hip/hip_runtime.h>
            int main() {
              hipModule_t module;
              return hipModuleLoadData(&module, "__CLANG_OFFLOAD_BUNDLE__");
            }
            """);
    assertThat(hipcc(loads, "-o", folder.resolve("app").toString())).isZero();
    assertThatThrownBy(() -> run(64))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith(
            "after a call that Lockstep refuses: the module is code for one of AMD's processors,"
                + " which Lockstep does not execute; build it with \"lockstep hipcc --genco\"");
  }

  @ParameterizedTest(name = "in wavefronts of {0} lanes")
  @ValueSource(ints = {32, 64})
  @DisplayName(
      "matrix instructions compute in wavefronts of 64 and are refused by name in those of 32")
  void multipliesMatrices(int lanes) throws Exception {
    assertThat(hipcc("-O2", "-o", folder.resolve("app").toString(), source("hip_matrix.hip")))
        .isZero();
    if (lanes == 64) {
      assertThat(run(lanes).message()).isEmpty();
    } else {
      assertThatThrownBy(() -> run(lanes))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("after a call that Lockstep refuses: the kernel")
          .hasMessageContaining("__builtin_amdgcn_mfma_f32_16x16x16f16_in_wavefronts_of_32");
    }
  }

  @ParameterizedTest(name = "in wavefronts of {0} lanes")
  @ValueSource(ints = {32, 64})
  @DisplayName("hipBLAS, hipRAND and its device functions are Lockstep's own")
  void usesTheLibraries(int lanes) throws Exception {
    String app = folder.resolve("app").toString();
    assertThat(hipcc("-O2", source("hip_libraries.hip"), "-o", app, "-lhipblas", "-lhiprand"))
        .isZero();
    assertThatThrownBy(() -> ProgramFile.find(app).refuseUnsupported(false))
        .hasMessageContaining("uses libhipblas")
        .hasMessageContaining("--libraries");
    ProgramRun.Result result = run(lanes);
    assertThat(result.message()).isEmpty();
    assertThat(TestProgram.steps(result))
        .anyMatch(step -> step.startsWith("launch of lockstep_sgemm_64x64"))
        .anyMatch(step -> step.startsWith("launch of lockstep_hsgemm_64x64"))
        .anyMatch(step -> step.startsWith("launch of lockstep_philox_uniform"));
  }

  @ParameterizedTest(name = "in wavefronts of {0} lanes")
  @ValueSource(ints = {32, 64})
  @DisplayName("wrong calls have AMD's codes, and what queries of occupancy allow is launched")
  void answersWrongCallsWithTheReferencesCodes(int lanes) throws Exception {
    assertThat(hipcc("-w", "-o", folder.resolve("app").toString(), source("hip_wrong.hip")))
        .isZero();
    assertThat(run(lanes).message()).isEmpty();
  }

  @Test
  void usesRocBlas() throws Exception {
    String app = folder.resolve("app").toString();
    assertThat(hipcc("-O2", source("hip_rocblas.hip"), "-o", app, "-lrocblas")).isZero();
    assertThatThrownBy(() -> ProgramFile.find(app).refuseUnsupported(false))
        .hasMessageContaining("uses librocblas")
        .hasMessageContaining("--libraries");
    ProgramRun.Result result = run(64);
    assertThat(result.message()).isEmpty();
    assertThat(TestProgram.steps(result))
        .anyMatch(step -> step.startsWith("launch of lockstep_hsgemm_64x64"));
  }

  @ParameterizedTest(name = "in wavefronts of {0} lanes")
  @ValueSource(ints = {32, 64})
  @DisplayName("-fgpu-rdc links device code of several files")
  void linksDeviceCode(int lanes) throws Exception {
    String main =
        source(
            "main.hip",
            """
            #include <hip/hip_runtime.h>
            #include <cstdio>
            __device__ int twice(int x);
            __device__ int same(int x);
            extern __device__ int offset;
            static __device__ int own = 5;
            __global__ void k(int* p) {
              *p = twice(same(*p)) + offset + own + (__lane_id() & 63);
            }
            int main() {
              int *d, h = 4, o = 1;
              if (hipMalloc(&d, 4) || hipMemcpyToSymbol(HIP_SYMBOL(own), &o, 4)) return 2;
              if (hipMemcpy(d, &h, 4, hipMemcpyHostToDevice)) return 3;
              k<<<1, 1>>>(d);
              if (hipGetLastError() || hipMemcpy(&h, d, 4, hipMemcpyDeviceToHost)) return 4;
              std::puts(h == 2 * 4 + 30 + 1 ? "PASS" : "FAIL");
            }
            """);
    String other =
        source(
            "other.hip",
            """
            #include <hip/hip_runtime.h>
            __device__ int offset = 30;
            static __device__ int own = 2;
            __device__ int twice(int x) { return x * own; }
            """);
    String functions =
        source(
            "functions.hip",
            """
            #include <hip/hip_runtime.h>
            __device__ int same(int x) { return x; }
            """);
    String app = folder.resolve("app").toString();
    String object = folder.resolve("other.o").toString();
    assertThat(hipcc("-fgpu-rdc", "-c", other, "-o", object)).isZero();
    String second = folder.resolve("functions.o").toString();
    assertThat(hipcc("-fgpu-rdc", "-c", functions, "-o", second)).isZero();
    assertThat(hipcc("-fgpu-rdc", main, object, second, "-o", app)).isZero();
    assertThat(run(lanes).message()).isEmpty();
    // no call of the host needs the archive's members
    String archive = folder.resolve("libother.a").toString();
    assertThat(new ProcessBuilder("ar", "rcs", archive, object, second).start().waitFor()).isZero();
    String folders = "-L" + folder;
    for (List<String> files : List.of(List.of(archive), List.of(folders, "-lother", "-lother"))) {
      List<String> words = new ArrayList<>(List.of("-fgpu-rdc", "-o", app));
      words.addAll(files);
      words.add(main);
      assertThat(hipcc(words.toArray(String[]::new))).isZero();
      assertThat(run(lanes).message()).isEmpty();
    }
  }

  @Test
  void compilesHostCodeThatUsesOpenMp() throws Exception {
    String main =
        source(
            "main.hip",
            """
            #include <hip/hip_runtime.h>
            #include <omp.h>
            #include <cstdio>
            __global__ void k(int* p) { *p = 7; }
            int main() {
              int *d, h = 0;
              if (hipMalloc(&d, 4)) return 2;
              #pragma omp parallel for
              for (int i = 0; i < 1; i++) k<<<1, 1>>>(d);
              if (hipMemcpy(&h, d, 4, hipMemcpyDeviceToHost)) return 3;
              std::puts(h == 7 && omp_get_max_threads() > 0 ? "PASS" : "FAIL");
            }
            """);
    assertThat(hipcc("-fopenmp", main, "-o", folder.resolve("app").toString())).isZero();
    assertThat(run(64).message()).isEmpty();
  }

  @Test
  @DisplayName("-fgpu-rdc refuses one name for static variables of two files")
  void refusesOneNameForStaticVariablesOfTwoFiles() throws Exception {
    String reaching =
        """
        #include <hip/hip_runtime.h>
        #include <cstdio>
        static __device__ int own = 5;
        static __global__ void %1$s(int* p) { *p = own; }
        int %2$s() {
          int *d, o = 1;
          hipError_t e = hipMemcpyToSymbol(HIP_SYMBOL(own), &o, 4);
          if (e == hipSuccess && (e = hipMalloc(&d, 4)) == hipSuccess) {
            %1$s<<<1, 1>>>(d);
            e = hipGetLastError();
          }
          return e;
        }
        """;
    String main =
        source(
            "main.hip",
            reaching.formatted("first", "one")
                + """
                int two();
                int main() {
                  int a = one(), b = two();
                  std::puts(a == hipErrorInvalidImage && b == a ? "PASS" : "FAIL");
                }
                """);
    String other = source("other.hip", reaching.formatted("second", "two"));
    String app = folder.resolve("app").toString();
    assertThat(hipcc("-fgpu-rdc", main, other, "-o", app)).isZero();
    assertThat(run(32).message()).isEmpty();
  }

  @Test
  void linksObjectsAndArchivesAndWritesDependencies() throws Exception {
    String kernel =
        source(
            "kernel.cpp",
            """
            #include <hip/hip_runtime.h>
            __global__ void seven(int* p) { *p = 7; }
            void launch(int* p) { seven<<<1, 1>>>(p); }
            """);
    String main =
        source(
            "main.cc",
            """
            #include <hip/hip_runtime.h>
            #include <cstdio>
            void launch(int*);
            extern "C" int answer(void);
            int main() {
              int *d, h = 0;
              if (hipMalloc(&d, 4)) return 2;
              launch(d);
              if (hipMemcpy(&h, d, 4, hipMemcpyDeviceToHost)) return 3;
              std::puts(h == answer() ? "PASS" : "FAIL");
            }
            """);
    String plain = source("answer.c", "int answer(void) { return WANTED; }");
    String object = folder.resolve("kernel.o").toString();
    String depends = folder.resolve("kernel.d").toString();
    assertThat(hipcc("-c", "-fPIC", "-MD", "-MF", depends, kernel, "-o", object)).isZero();
    assertThat(Files.readString(Path.of(depends))).contains("kernel.cpp", "hip/hip_runtime.h");
    String app = folder.resolve("app").toString();
    assertThat(
            hipcc(
                "--offload-arch=gfx90a",
                "-munsafe-fp-atomics",
                "-fopenmp",
                "-DWANTED=7",
                main,
                plain,
                object,
                "-lamdhip64",
                "-lm",
                "-o",
                app))
        .isZero();
    assertThat(run(64).message()).isEmpty();
  }

  @Test
  void namesTheLineOfAnError() throws Exception {
    String wrong =
        source("wrong.hip", "__global__ void k(int* p) {\n  *p = nothing;\n}\nint main() {}\n");
    assertThatThrownBy(() -> hipcc("-c", wrong, "-o", folder.resolve("wrong.o").toString()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("wrong.hip:2:8: error: use of undeclared identifier 'nothing'");
  }

  @Test
  void refusesFunctionsOfAmdsProcessorsByName() throws Exception {
    String permute =
        source(
            "permute.hip",
            """
            #include <hip/hip_runtime.h>
            __global__ void k(int* p) {
              *p = __builtin_amdgcn_permlane16(*p, *p, 0, 0, false, false);
            }
            """);
    assertThatThrownBy(() -> hipcc("-c", permute))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith(
            "permute.hip:3: __builtin_amdgcn_permlane16 is none of those of clang's functions for"
                + " AMD's processors that Lockstep has");
    String values =
        source(
            "values.hip",
            """
            #include <hip/hip_runtime.h>
            __global__ void k(int* p) {
              *p = __builtin_amdgcn_ds_swizzle(*p, 0xc020);
              *p += __builtin_amdgcn_mov_dpp(*p, 0x131, 15, 15, true);
              *p = __builtin_amdgcn_sdot4(*p, 1, 2, true);
            }
            """);
    assertThatThrownBy(() -> hipcc("-c", values))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("3:46: error: patterns of ds_swizzle above 0x80ff are not supported")
        .hasMessageContaining("4:9: error: this control of a DPP movement is not supported")
        .hasMessageContaining("5:45: error: dot products that saturate are not supported");
  }

  @Test
  @DisplayName("--genco refuses sources without device code, and -o with several")
  void refusesModulesOfNothing() throws Exception {
    String host = source("host.hip", "int main() {}\n");
    assertThatThrownBy(() -> hipcc("--genco", host))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith("host.hip: has no device code to load");
    assertThatThrownBy(() -> hipcc("--genco", host, host, "-o", "module.co"))
        .isInstanceOf(InputException.class)
        .hasMessage("hipcc: -o names one file, and there are several sources");
  }

  @Test
  void refusesLibrariesOfMachineCodeByName() throws Exception {
    String blas = source("blas.hip", "#include <rocsolver/rocsolver.h>\nint main() {}\n");
    assertThatThrownBy(() -> hipcc(blas))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith(
            "blas.hip:1: rocsolver/rocsolver.h: rocsolver is not supported, since its kernels exist as"
                + " machine code only");
    assertThatThrownBy(() -> hipcc("a.o", "-lrocsolver"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("hipcc: -lrocsolver: rocsolver is not supported");
    String thrust = source("sort.hip", "#include <thrust/sort.h>\nint main() {}\n");
    assertThatThrownBy(() -> hipcc(thrust))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith(
            "thrust/sort.h: rocThrust is not one of Lockstep's headers; name its sources with -I");
  }

  @Test
  void refusesACommandLineWithoutSources() {
    assertThatThrownBy(() -> hipcc("-O2"))
        .isInstanceOf(InputException.class)
        .hasMessage("hipcc: no input files");
    assertThatThrownBy(() -> hipcc("-o"))
        .isInstanceOf(InputException.class)
        .hasMessage("hipcc: no value behind -o");
  }
}
