// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.LaunchHints;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.MemoryOrder;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** OpenCL C through clang. */
@Tag("slow")
class ClangTest {
  @TempDir private Path folder;
  private LocalClang clang;

  @BeforeEach
  void compiler() {
    clang = new LocalClang(folder);
  }

  private List<Kernel> read(String text, String... options) throws IOException {
    return clang.read(text, options);
  }

  private static List<Instruction> code(Kernel kernel) {
    List<Instruction> all = new ArrayList<>();
    for (Block block : kernel.blocks()) {
      all.addAll(block.instructions());
    }
    return all;
  }

  private static Set<Integer> lines(Kernel kernel, Op op) {
    Set<Integer> lines = new TreeSet<>();
    code(kernel).stream().filter(i -> i.op() == op).forEach(i -> lines.add(i.line()));
    return lines;
  }

  @Test
  @DisplayName("what attributes say of a kernel's launches reaches it, computed by the compiler")
  void attributesOfLaunchesReachTheKernel() throws IOException {
    String text =
        """
        #define ROWS 4
        enum { SIDE = 8 };
        __kernel __attribute__((reqd_work_group_size(ROWS * 2, SIDE, sizeof(int))))
        void required(__global int *a) { a[get_local_id(0)] = 1; }
        __attribute__((__work_group_size_hint__(128, 2, 1), vec_type_hint(uint4)))
        __kernel void hinted(__global int *a) { a[get_local_id(0)] = 1; }
        __kernel __attribute__((vec_type_hint(float))) void plain(__global int *a) { a[0] = 1; }
        __kernel void none(__global int *a) { a[0] = 1; }
        """;
    for (int i = 0; i < 2; i++) { // compiled, then out of the cache
      List<Kernel> kernels = read(text);
      assertThat(kernels.stream().map(Kernel::requiredGroupSize))
          .containsExactly(List.of(8, 8, 4), List.of(), List.of(), List.of());
      assertThat(kernels.stream().map(k -> k.bounds().hints()))
          .containsExactly(
              LaunchHints.NONE,
              new LaunchHints(List.of(128, 2, 1), "uint4"),
              new LaunchHints(List.of(), "float"),
              LaunchHints.NONE);
    }
  }

  @Test
  @DisplayName("kernels carry the source's name and lines")
  void kernelsCarryTheSourcesNameAndLines() throws IOException {
    Kernel kernel =
        read("""
                __kernel void k(__global float *a,
                                __local float *t) {
                  int i = get_local_id(0);
                  t[i] = a[i];
                  barrier(CLK_LOCAL_MEM_FENCE);

                  a[i] = t[i ^ 1]
                       / a[i + 64];
                }
                """)
            .get(0);
    assertThat(kernel.source()).isEqualTo(folder.resolve("k.cl").toString());
    assertThat(lines(kernel, Op.STORE)).containsExactly(4, 7);
    assertThat(lines(kernel, Op.BARRIER)).containsExactly(5);
    assertThat(lines(kernel, Op.DIV)).containsExactly(8);
    assertThat(code(kernel)).noneMatch(i -> i.line() > 9);
  }

  @Test
  @DisplayName("sizes and products of the prelude do not split a block, and have the call's line")
  void functionsOfThePreludeDoNotSplitABlock() throws IOException {
    String text =
        """
        __kernel void k(volatile __global int *a) {
          a[0] = 1;
          a[1] = %s;
          a[2] = %s;
          a[5] = %s;
        }
        """;
    Kernel plain = read(text.formatted("1", "a[3] * a[4]", "2")).get(0);
    Kernel kernel =
        read(text.formatted(
                "get_local_size(0)", "mul24(a[3], a[4])", "get_num_groups(0) + get_global_size(0)"))
            .get(0);
    assertThat(kernel.blocks()).hasSameSizeAs(plain.blocks());
    assertThat(lines(kernel, Op.STORE)).containsExactly(2, 3, 4, 5);
    assertThat(code(kernel)).allMatch(i -> i.line() <= 6);
  }

  @Test
  @DisplayName("C++ for OpenCL is compiled where an option asks for it")
  void cPlusPlus() throws IOException {
    Kernel kernel =
        read(
                """
                class Pair {
                  int a, b;
                 public:
                  Pair(int x) : a(x), b(x + 1) {}
                  int product() { return a * b; }
                };
                __kernel void k(__global int *o) {
                  Pair pair(o[get_global_id(0)]);
                  o[get_global_id(0)] = pair.product();
                }
                """,
                "-cl-std=clc++1.0")
            .get(0);
    assertThat(kernel.name()).isEqualTo("k");
    assertThat(lines(kernel, Op.STORE)).containsExactly(9);
  }

  @Test
  @DisplayName("what an include brings counts to the line that calls it, not to its own number")
  void includedLines() throws IOException {
    Files.writeString(
        folder.resolve("far.h"), "\n".repeat(100) + "inline int far(int x) { return x % 7; }\n");
    Kernel kernel =
        read("#include \"far.h\"\n__kernel void k(__global int *a) {\n  *a = far(*a);\n}\n").get(0);
    assertThat(code(kernel)).isNotEmpty().allMatch(i -> i.line() >= 0 && i.line() <= 4);
    assertThat(lines(kernel, Op.STORE)).containsExactly(3);
  }

  @Test
  @DisplayName("every kernel of a file, doubles, options and includes of the workload")
  void everyKernelOfAFileIsCompiled() throws IOException {
    Files.createDirectories(folder.resolve("inc"));
    Files.writeString(folder.resolve("inc/t.h"), "typedef double T;\n");
    List<Kernel> kernels =
        read(
            """
            #include <t.h>
            __kernel void one(__global T *a) { a[0] *= N; }
            __kernel void two(__global T *a) { a[get_global_id(0)] = sqrt(a[1]); }
            """,
            "-DN=16",
            "-Iinc");
    assertThat(kernels).extracting(Kernel::name).containsExactly("one", "two");
    assertThat(code(kernels.get(0)))
        .anyMatch(i -> i.op() == Op.MUL && i.type() == io.lockstep.kernel.type.Type.F64);
  }

  @Test
  @DisplayName("native functions become approximate instructions, for vectors too")
  void nativeFunctions() throws IOException {
    StringBuilder text = new StringBuilder();
    int count = 0;
    for (String name :
        List.of(
            "sin", "cos", "tan", "exp", "exp2", "exp10", "log", "log2", "log10", "sqrt", "rsqrt",
            "recip")) {
      for (String type : List.of("float", "float2", "float3", "float4", "float16")) {
        text.append(
            "kernel void %s_%s(global %s *a) { *a = native_%s(*a); }%n"
                .formatted(name, type, type, name));
        count++;
      }
    }
    List<Kernel> kernels = read(text.toString());
    assertThat(kernels).hasSize(count);
    for (Kernel kernel : kernels) {
      assertThat(code(kernel))
          .as(kernel.name())
          .noneMatch(i -> i.op() == Op.BRANCH || i.op() == Op.DIV && !i.approximate())
          .anyMatch(Instruction::approximate);
    }
  }

  @Test
  @DisplayName("errors name the source's position")
  void errorsNameTheSourcesPosition() {
    String file = folder.resolve("k.cl").toString();
    assertThatThrownBy(() -> read("kernel void k(global int *a) {\n  *a = b;\n}\n"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file + ":2:8: error: use of undeclared identifier 'b'");
    assertThatThrownBy(() -> read("#include \"none.h\"\n"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file + ":1:10: error: 'none.h' file not found");
    assertThatThrownBy(() -> read("int f(int x) { return x; }\n"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("has no __kernel function");
  }

  @Test
  @DisplayName("a plain inline function is a definition, also where it is not inlined")
  void aPlainInlineFunctionIsADefinitionAlsoWhereItIsNotInlined() throws IOException {
    String text =
        """
        inline __attribute__((noinline)) int twice(int a) { return 2 * a; }
        __kernel void k(__global int *a) { a[0] = twice(a[0]); }
        """;
    assertThat(read(text)).extracting(Kernel::name).containsExactly("k");
  }

  @Test
  @DisplayName("images and samplers become fetches, stores of texels, and parameters")
  void imagesAndSamplersBecomeFetchesStoresOfTexelsAndParameters() throws IOException {
    String text =
        """
        __constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
        __kernel void k(read_only image2d_t a, write_only image3d_t b) {
          int4 p = (int4)(0, 1, get_image_depth(b) - 1, 0);
          write_imagei(b, p, read_imagei(a, s, p.xy) + read_imagei(a, p.yx));
        }
        """;
    Kernel kernel = read(text).get(0);
    assertThat(kernel.parameters()).extracting("name").last().isEqualTo("k_param_1.depth");
    assertThat(code(kernel)).extracting(Instruction::op).contains(Op.TEXTURE, Op.SURFACE_STORE);
  }

  @Test
  @DisplayName("functions of halves are computed, where a source uses halves")
  void readsHalves() throws IOException {
    Kernel kernel =
        read("""
                #pragma OPENCL EXTENSION cl_khr_fp16 : enable
                #ifndef cl_khr_fp16
                #error no halves
                #endif
                __kernel void k(__global half *a, __global int *b, __global half4 *c) {
                  a[0] = exp(a[1]) + tanh(a[2]) * fabs(a[3]);
                  b[0] = convert_int_sat_rte(a[4]);
                  a[5] = convert_half_rtz(0.1f * b[1]);
                  vstore4(fmax(vload4(1, a), c[0]), 2, a);
                }
                """)
            .get(0);
    assertThat(code(kernel)).anyMatch(i -> i.op() == Op.FMA && i.type() == Type.F16);
    assertThat(lines(kernel, Op.STORE)).containsExactly(6, 7, 8, 9);
  }

  @Test
  @DisplayName("a source that asks for extensions and does not use them is compiled without them")
  void leavesOutWhatIsNotUsed() throws IOException {
    String text =
        """
        #if defined(cl_khr_fp16) || defined(cl_khr_subgroups)
        #error for devices that have it
        #endif
        __kernel void k(__global int *a) { a[0] = __OPENCL_VERSION__; }
        """;
    assertThat(read(text)).hasSize(1);
    assertThatThrownBy(() -> read(text, "-cl-ext=+cl_khr_fp16"))
        .hasMessageContaining("for devices that have it");
  }

  @Test
  @DisplayName("OpenCL C 3.0 and C++ for OpenCL 2021 are compiled, images of all kinds included")
  void readsNewStandards() throws IOException {
    String text =
        """
        __kernel void k(write_only image3d_t a, __global int *b) {
          write_imagei(a, (int4)(0, 0, 0, 0), (int4)(b[0]));
          int *p = b[1] ? b + 1 : b + 2;
          *p = 1;
        }
        """;
    for (String standard : List.of("CL2.0", "CL3.0", "clc++2021", "CLC++2021")) {
      assertThat(read(text, "-cl-std=" + standard)).as(standard).hasSize(1);
    }
  }

  @Test
  @DisplayName("atomics of OpenCL 2.0 keep their order and scope")
  void keepsMemoryOrders() throws IOException {
    Kernel kernel =
        read(
                """
                __kernel void k(__global atomic_int *a, __global int *b, __local atomic_uint *c) {
                  b[0] = atomic_fetch_add_explicit(
                      a, 1, memory_order_acq_rel, memory_scope_device);
                  b[1] = atomic_load_explicit(a, memory_order_acquire, memory_scope_all_svm_devices);
                  atomic_store_explicit(c, 5, memory_order_release, memory_scope_work_group);
                  int e = 3;
                  b[2] = atomic_compare_exchange_strong(a, &e, 4) + e;
                }
                """,
                "-cl-std=CL2.0")
            .get(0);
    assertThat(code(kernel))
        .filteredOn(i -> i.memory() != null && !i.memory().order().equals(MemoryOrder.UNSAID))
        .extracting(i -> i.op() + " " + i.memory().space() + " " + i.memory().order())
        .containsExactly(
            "ATOMIC GLOBAL MemoryOrder[order=ACQUIRE_RELEASE, scope=DEVICE]",
            "LOAD GLOBAL MemoryOrder[order=ACQUIRE, scope=SYSTEM]",
            "STORE LOCAL MemoryOrder[order=RELEASE, scope=GROUP]",
            "ATOMIC GLOBAL MemoryOrder[order=ACQUIRE_RELEASE, scope=DEVICE]");
    assertThat(lines(kernel, Op.FENCE)).containsExactly(7);
  }

  @Test
  @DisplayName("functions of sub-groups and work-groups are read")
  void readsSubGroups() throws IOException {
    Kernel kernel =
        read(
                """
                #pragma OPENCL EXTENSION cl_khr_subgroups : enable
                __kernel void k(__global float *a, __global uint *b) {
                  float x = sub_group_reduce_add(a[get_global_id(0)]);
                  x += sub_group_shuffle_xor(x, 1) + sub_group_broadcast(x, 2);
                  a[get_global_id(0)] = x + sub_group_scan_exclusive_max(x);
                  b[get_global_id(0)] = get_sub_group_local_id() + get_max_sub_group_size()
                      + work_group_reduce_add((uint)get_local_linear_id());
                }
                """,
                "-cl-std=CL2.0")
            .get(0);
    assertThat(kernel.fixedWidth()).isEqualTo(32);
    assertThat(code(kernel))
        .anyMatch(i -> i.op() == Op.SHUFFLE)
        .anyMatch(i -> i.op() == Op.BARRIER);
  }

  @Test
  @DisplayName("a function without a definition is named as the source has it, with its line there")
  void namesUndefinedFunctions() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    float missing(float x, uint4 y) __attribute__((overloadable));
                    __kernel void k(__global float *a) {
                      a[0] = missing(a[1], 2);
                    }
                    """))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(folder.resolve("k.cl") + ":3: 'missing(float, uint4)' is called")
        .message()
        .doesNotContain("PTX");
  }

  @Test
  void loadsMayBeCachedThroughPointersThatAreConstAndRestrict() throws IOException {
    Kernel kernel =
        read("""
                __kernel void k(__global const float *restrict both, __global float *restrict restricted,
                    __global const float *fixed, __global float *out) {
                  out[0] = both[8];
                  out[1] = restricted[9];
                  out[2] = fixed[10];
                }
                """)
            .get(0);
    List<Boolean> cacheable = new ArrayList<>();
    for (Instruction i : code(kernel)) {
      if (i.op() == Op.LOAD && i.memory().space() == Space.GLOBAL) {
        cacheable.add(i.memory().cacheable());
      }
    }
    assertThat(cacheable).containsExactlyInAnyOrder(true, false, false);
  }

  @Test
  @DisplayName(
      "files are joined to one program, in raw strings too, and errors name their own file")
  void joinsFiles() throws IOException {
    Path head =
        Files.writeString(folder.resolve("head.opencl"), "R\"(\n#define TWICE(x) ((x) * 2)\n)\"\n");
    Path file = folder.resolve("main.opencl");
    String text = "R\"(\n\n__kernel void k(__global int *a) {\n  a[0] = TWICE(a[1]);\n}\n)\"\n";
    Files.writeString(file, text);
    SourceFrontend frontend = clang.frontend();
    FrontendOptions joined = FrontendOptions.defaults().withJoined(List.of(head.toString()));
    Kernel kernel = frontend.read(file.toString(), text, joined).get(0);
    assertThat(lines(kernel, Op.STORE)).containsExactly(4);
    String wrong = text.replace("TWICE(a[1])", "THRICE(a[1])");
    assertThatThrownBy(() -> frontend.read(file.toString(), wrong, joined))
        .hasMessageContaining("main.opencl:4:10: error:");
  }

  @Test
  @DisplayName("divisions and roots have OpenCL's accuracy unless exact ones are asked for")
  void divisionsHaveTheAccuracyThatTheOptionsAllow() throws IOException {
    String text =
        """
        __kernel void k(__global float *a, __global float4 *v) {
          a[0] = a[1] / a[2];
          a[3] = 1.0f / a[4];
          a[5] = sqrt(a[6]);
          v[4] = sqrt(v[5]);
        }
        """;
    assertThat(isApproximate(text)).containsOnly(true).hasSize(7);
    assertThat(isApproximate(text, "-cl-fast-relaxed-math")).containsOnly(true).hasSize(7);
    assertThat(isApproximate(text, "-cl-fp32-correctly-rounded-divide-sqrt"))
        .containsOnly(false)
        .hasSize(7);
  }

  private List<Boolean> isApproximate(String text, String... options) throws IOException {
    Set<Op> ops = Set.of(Op.DIV, Op.RCP, Op.SQRT);
    return code(read(text, options).get(0)).stream()
        .filter(i -> ops.contains(i.op()))
        .map(Instruction::approximate)
        .toList();
  }
}
