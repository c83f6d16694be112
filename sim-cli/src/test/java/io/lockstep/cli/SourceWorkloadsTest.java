// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lockstep.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Workloads that name OpenCL C or CUDA C++. What needs clang or nvcc is skipped on a machine that
 * lacks it.
 */
@Tag("slow")
class SourceWorkloadsTest {
  private static final String KERNEL =
      """
      // Every work-item reads what its neighbour writes.
      __kernel void k(__global int *a, __local int *t) {
        int i = get_local_id(0);
        t[i] = a[i] * N;
        a[i] = t[i ^ 1];
      }
      """;

  @TempDir private Path folder;

  @Test
  @DisplayName("a group that an OpenCL C kernel requires is drafted, and another one is refused")
  void aRequiredGroupIsDraftedAndAnotherOneIsRefused() throws IOException {
    needsCompiler("vecadd.cl");
    Path kernel =
        Files.writeString(
            folder.resolve("r.cl"),
            """
            __kernel __attribute__((reqd_work_group_size(128, 1, 1))) void r(__global int *a) {
              __local int t[128];
              t[get_local_id(0)] = a[get_global_id(0)];
              barrier(CLK_LOCAL_MEM_FENCE);
              a[get_global_id(0)] = t[127 - get_local_id(0)];
            }
            __kernel __attribute__((work_group_size_hint(32, 2, 1), vec_type_hint(float4)))
            void h(__global int *b) { b[get_global_id(0) * get_global_size(1) + get_global_id(1)] = 1; }
            """);
    Path draft = folder.resolve("w.yaml");
    Cli cli = Cli.run("import", kernel.toString(), "-o", draft.toString());
    assertThat(cli.code()).as(cli.all()).isZero();
    String text = Files.readString(draft);
    assertThat(text)
        .contains("{launch: r, grid: [\"(n + 127) / 128\"], block: [128], ")
        .contains("{launch: h, grid: [\"(n + 31) / 32\", \"(n + 1) / 2\"], block: [32, 2], ");
    assertThat(Cli.run("run", draft.toString(), "-d", "hd5870").code()).isZero();
    Files.writeString(draft, text.replace("block: [128]", "block: [64]"));
    Cli wrong = Cli.run("run", draft.toString(), "-d", "hd5870");
    assertThat(wrong.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(wrong.err()).contains("'r' needs groups of [128, 1, 1], found [64, 1, 1]");
    assertThat(Cli.run("inspect", kernel.toString()).out())
        .contains("work-groups of 128 x 1 x 1")
        .contains("a hint of work-groups of 32 x 2 x 1", "a hint of computation in float4");
  }

  private static void needsCompiler(String name) {
    Path kernels = Path.of(Cli.workload("matmul")).resolveSibling("../kernels").normalize();
    Cli cli = Cli.run("inspect", kernels.resolve(name).toString());
    assumeThat(cli.err()).as("a compiler for " + name).doesNotContain("install the package");
    assertThat(cli.code()).as(cli.all()).isZero();
  }

  /** A test workload with its kernel's source in place of its PTX. */
  private String source(String name, String ending) throws IOException {
    Path yaml = Path.of(Cli.workload(name));
    String text =
        Files.readString(yaml)
            .replace(".ptx", ending)
            .replace("../kernels/", yaml.resolveSibling("../kernels").normalize() + "/")
            .replace("file: expected/", "file: " + yaml.resolveSibling("expected") + "/");
    assertThat(text).contains("/kernels/" + name + ending);
    return Files.writeString(folder.resolve(name + ".yaml"), text).toString();
  }

  private String workload(String options, String more) throws IOException {
    Files.writeString(folder.resolve("k.cl"), KERNEL);
    return Files.writeString(
            folder.resolve("w.yaml"),
            """
            name: w
            kernels: {file: k.cl, options: [%s]}
            parameters: {n: 3}
            buffers:
              a: {type: i32, count: 64, init: {iota: {start: 0, step: 1}}}
            steps:
              - {launch: k, grid: [1], block: [64], args: [a, {local: 256}]}
            %s
            """
                .formatted(options, more))
        .toString();
  }

  @ParameterizedTest
  @DisplayName("OpenCL C is compiled, executed and verified on a device of each module")
  @ValueSource(strings = {"matmul", "reduce", "blackscholes", "histogram"})
  void openClIsCompiledExecutedAndVerifiedOnADeviceOfEachModule(String name) throws IOException {
    needsCompiler("vecadd.cl");
    Cli cli =
        Cli.run("run", source(name, ".cl"), "-d", "hd5870,hd6970,mi300a,gtx280,a100", "-f", "json");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out().split("\"verified\" : true", -1)).hasSize(6);
  }

  @Test
  @DisplayName("inspect gives a kernel file options of the compiler and files that stand before it")
  void inspectsWithOptionsAndJoinedFiles() throws IOException {
    needsCompiler("vecadd.cl");
    Files.writeString(folder.resolve("before.cl"), "int twice(int x) { return 2 * x; }\n");
    Path file =
        Files.writeString(
            folder.resolve("after.cl"), "__kernel void k(__global int *a) { a[0] = twice(N); }\n");
    String joined = folder.resolve("before.cl").toString();
    Cli cli =
        Cli.run("inspect", file.toString(), "--join", joined, "--option=-DN=21", "--option", "-w");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out()).contains("store.i32", " 42");
    assertThat(Cli.run("inspect", file.toString(), "--join", joined).err())
        .contains("after.cl:1:", "use of undeclared identifier 'N'");
    Cli wrong = Cli.run("inspect", file.toString(), "--option=--load-plug-in");
    assertThat(wrong.code()).as(wrong.all()).isNotZero();
    assertThat(wrong.err()).contains("is not given '--load-plug-in'");
  }

  @Test
  @DisplayName("clamp of a NaN gives the lower bound, as fmin(fmax(x, low), high) does")
  void clampsNan() throws IOException {
    needsCompiler("vecadd.cl");
    Files.writeString(
        folder.resolve("clamp.cl"),
        """
        #pragma OPENCL EXTENSION cl_khr_fp64 : enable
        #pragma OPENCL EXTENSION cl_khr_fp16 : enable
        __kernel void k(__global const float *a, __global float *o) {
          int i = get_global_id(0);
          float x = a[i];
          o[i] = clamp(x, 0.25f, 1.0f);
          o[4 + i] = clamp((float3)(0.5f, 0.5f, x), 0.25f, 1.0f).z;
          o[8 + i] = clamp((float2)(x, x), (float2)(0.0f, 0.25f), (float2)(1.0f, 1.0f)).y;
          o[12 + i] = (float)clamp((double)x, 0.25, 1.0);
          o[16 + i] = clamp((half)x, (half)0.25f, (half)1.0f);
        }
        """);
    String results = ", 0.25, 0.25, 1.0, 0.5".repeat(5).substring(2);
    Path workload =
        Files.writeString(
            folder.resolve("clamp.yaml"),
            """
            name: clamp
            kernels: clamp.cl
            buffers:
              a: {type: f32, count: 4, init: {values: [.nan, -.inf, .inf, 0.5]}}
              o: {type: f32, count: 20}
              wanted: {type: f32, count: 20, init: {values: [%s]}}
            steps:
              - {launch: k, grid: [1], block: [4], args: [a, o]}
            expect:
              o: {expression: "wanted[i]"}
            """
                .formatted(results));
    Cli cli = Cli.run("run", workload.toString(), "-d", "hd5870,mi300a,gtx280", "-f", "json");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out().split("\"verified\" : true", -1)).hasSize(4);
  }

  @Test
  @DisplayName(
      "halves are computed, converted and stored as NumPy rounds them, also through floats")
  void halvesAreRoundedAsNumPyRoundsThemAlsoThroughFloats() {
    needsCompiler("vecadd.cl");
    String workload =
        Path.of(Cli.workload("matmul"))
            .resolveSibling("../halves/halves.yaml")
            .normalize()
            .toString();
    Cli cli = Cli.run("run", workload, "-d", "hd5870,mi300a,gtx280", "-f", "json");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out().split("\"verified\" : true", -1)).hasSize(4);
  }

  @Test
  @DisplayName("CUDA C++ is compiled, executed and verified")
  void cudaIsCompiledExecutedAndVerified() throws IOException {
    needsCompiler("cu_call.cu");
    Cli cli = Cli.run("run", source("cu_call", ".cu"), "-d", "gtx280,hd5870", "-f", "json");
    assertThat(cli.out()).as(cli.all()).contains("\"verified\" : true");
  }

  @Test
  @DisplayName("--verbose shows the command, and changes nothing else")
  void verboseShowsTheCommandAndChangesNothingElse() throws IOException {
    needsCompiler("vecadd.cl");
    String yaml = source("vecadd", ".cl");
    Cli quiet = Cli.run("run", yaml, "-d", "hd5870", "-f", "json");
    Cli told = Cli.run("run", yaml, "-d", "hd5870", "-f", "json", "--verbose");
    assertThat(told.out()).isEqualTo(quiet.out());
    assertThat(quiet.err()).isEmpty();
    assertThat(told.err())
        .contains("-target nvptx64--", "vecadd.cl -o -", "vecadd.cl: compiled before, ");
    for (String command : new String[] {"compare", "inspect", "record"}) {
      String[] output = {"-o", folder.resolve("t.lkt").toString()};
      Cli cli =
          command.equals("record")
              ? Cli.run(command, yaml, "--verbose", output[0], output[1])
              : Cli.run(command, yaml, "--verbose", "-d", "hd5870");
      assertThat(cli.err()).as(command).contains("-target nvptx64--");
    }
  }

  @ParameterizedTest
  @DisplayName("a parameter in an option's braces compiles anew")
  @CsvSource({"3, 0", "5, 0", "4, 4"})
  void aParameterInAnOptionsBracesCompilesAnew(int n, int code) throws IOException {
    needsCompiler("vecadd.cl");
    // fnv1a64 of what n = 3 gives: a[i] = 3 * (i ^ 1).
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < 64; i++) {
      for (int b = 0; b < 4; b++) {
        hash = (hash ^ ((code == 0 ? n : 3) * (i ^ 1) >>> 8 * b & 0xFF)) * 0x100000001b3L;
      }
    }
    String expect = "expect:\n  a: {fnv1a64: \"0x%x\", for: {n: %d}}\n".formatted(hash, n);
    Cli cli =
        Cli.run(
            "run", workload("\"-DN={n}\"", expect), "-d", "hd5870", "-p", "n=" + n, "-f", "json");
    assertThat(cli.code()).as(cli.all()).isEqualTo(code);
    assertThat(cli.out()).contains("\"verified\" : " + (code == 0));
  }

  @Test
  @DisplayName("findings name the source's lines")
  void findingsNameTheSourcesLines() throws IOException {
    needsCompiler("vecadd.cl");
    Cli cli =
        Cli.run("run", workload("-DN=2", ""), "-d", "hd5870", "--check", "races", "-f", "csv");
    assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.WRONG);
    assertThat(cli.err()).contains("k.cl:5: kernel k: ").contains("line 4");
  }

  @Test
  @DisplayName("errors of the compiler and of execution name the source's lines")
  void errorsOfTheCompilerAndOfExecutionNameTheSourcesLines() throws IOException {
    needsCompiler("vecadd.cl");
    Cli undeclared = Cli.run("run", workload("-w", ""), "-d", "hd5870");
    assertThat(undeclared.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(undeclared.err())
        .startsWith("lockstep: " + folder.resolve("k.cl") + ":4:17: error: use of undeclared");
    String yaml = workload("-DN=2", "");
    Files.writeString(
        Path.of(yaml), Files.readString(Path.of(yaml)).replace("count: 64", "count: 60"));
    Cli beyond = Cli.run("run", yaml, "-d", "hd5870");
    assertThat(beyond.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(beyond.err()).contains("k.cl:4: kernel k: ");
    Files.writeString(
        Path.of(yaml), Files.readString(Path.of(yaml)).replace("launch: k,", "launch: kernel,"));
    assertThat(Cli.run("run", yaml, "-d", "hd5870").err())
        .contains("no kernel 'kernel' in k.cl; valid: k");
  }

  @Test
  @DisplayName("options that no compiler is there for, or that are none, are refused")
  void optionsForAMissingCompilerAreRefused() throws IOException {
    String yaml = workload("N=2", "");
    Cli none = Cli.run("run", yaml, "-d", "hd5870");
    assertThat(none.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(none.err())
        .contains("w.yaml:2:33: expected an option of the compiler such as -DN=16, found 'N=2'");
    Files.writeString(folder.resolve("k.ptx"), "");
    Files.writeString(
        Path.of(yaml),
        Files.readString(Path.of(yaml)).replace("k.cl", "k.ptx").replace("N=2", "-DN=2"));
    Cli ptx = Cli.run("run", yaml, "-d", "hd5870");
    assertThat(ptx.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ptx.err())
        .contains("w.yaml:2:34: options are for a compiler, but .ptx is read as it stands");
  }

  @Test
  @DisplayName("a launch is compiled with options of its own, loop variables in braces")
  void optionsOfLaunches() throws IOException {
    needsCompiler("vecadd.cl");
    Files.writeString(
        folder.resolve("k.cl"),
        """
        __constant int table[2] = {N, 10 * N};
        __kernel void k(__global int *a, int s) {
          int i = get_global_id(0);
          a[i] = a[i] * N + table[i % 2] + s;
        }
        """);
    String yaml =
        """
        name: w
        kernels: {file: k.cl, options: [-DN=9]}
        parameters: {n: 3}
        buffers: {a: {type: i32, count: 2, init: {expression: "i + 1"}}}
        steps:
          - for: {var: k, from: n, down_to: 2}
            steps:
              - {launch: k, grid: [1], block: [2], args: [a, {i32: 1}], options: ["-DN={k}"]}
          - {launch: k, grid: [1], block: [2], args: [a, {i32: 0}]}
          - {launch: k, grid: [1], block: [1], args: [a, {i32: 0}], options: [-DN=2]}
        expect: {a: {file: want.bin}}
        """;
    // ((1*3+3+1)*2+2+1)*9+9 = 162, then 162*2+2 = 326; ((2*3+30+1)*2+20+1)*9+90 = 945.
    Files.write(folder.resolve("want.bin"), new byte[] {70, 1, 0, 0, (byte) 0xB1, 3, 0, 0});
    Path file = Files.writeString(folder.resolve("w.yaml"), yaml);
    String trace = folder.resolve("w.lkt").toString();
    Cli cli = Cli.run("record", file.toString(), "-o", trace);
    assertThat(cli.out()).as(cli.all()).contains("verified: yes");
    Cli run = Cli.run("run", file.toString(), "-d", "hd5870,mi300a", "-f", "json");
    assertThat(run.out().split("\"verified\" : true", -1)).as(run.all()).hasSize(3);
    assertThat(Cli.run("run", trace, "-d", "hd5870,mi300a", "-f", "json").out())
        .isEqualTo(run.out());
    assertThat(Cli.run("inspect", trace).out().split("kernel k: 1 launches", -1)).hasSize(3);
    Files.writeString(file, yaml.replace("[-DN=2]", "[-DN=2, -Dk=other]"));
    assertThat(Cli.run("record", file.toString(), "-o", trace).err())
        .contains("w.yaml:10:14: no kernel 'k' in k.cl with -DN=2 -Dk=other");
  }
}
