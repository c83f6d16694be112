// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.evergreen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.Device;
import io.lockstep.spi.RefusalException;
import io.lockstep.terascale.check.ProgramCheck;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.testsupport.Kernels;
import io.lockstep.testsupport.RandomPtx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Whatever a kernel does, it becomes a program that keeps every rule, or is refused by name. */
class AnyKernelTest {
  private static final String HEAD = ".version 6.0\n.target sm_60\n.address_size 64\n";

  /** Eight registers a work-item of a group of 256. */
  private static final String[] FEW = {"registers.per_lane", "40"};

  private static TeraScaleKernel lower(String id, String text, String... overrides) {
    Kernel kernel = Kernels.ptx("k", text).get(0);
    TeraScaleKernel code = (TeraScaleKernel) Catalogue.device(id, overrides).lower(kernel);
    assertThat(ProgramCheck.problems(code)).as(id).isEmpty();
    return code;
  }

  @Property(tries = 20)
  @Label("random kernels, doubles in any pairs among them, keep every rule of VLIW5")
  void randomKernels(@ForAll long seed) {
    lower("hd5870", RandomPtx.kernel(seed, 40, true));
    lower("hd6870", RandomPtx.kernel(seed, 40, false));
  }

  @Property(tries = 20)
  @Label("random kernels keep every rule where their values have to be spilled, or need no more")
  void randomKernelsWithFewRegisters(@ForAll long seed) {
    String text = RandomPtx.kernel(seed, 60, true);
    int unspilled = lower("hd5870", text, FEW[0], FEW[1], "compiler.without", "spills").registers();
    TeraScaleKernel code = lower("hd5870", text, FEW);
    assertThat(code.registers()).isLessThanOrEqualTo(unspilled);
  }

  @Example
  @Label("where no order of clauses holds the spilled values, the code before them counts")
  void spilledValuesWithoutAnOrderOfClauses() throws IOException {
    String text = Files.readString(Path.of("src/test/resources/no-schedule.ptx"));
    int unspilled = lower("hd5870", text, FEW[0], FEW[1], "compiler.without", "spills").registers();
    assertTimeoutPreemptively(
        Duration.ofMinutes(1),
        () -> assertThat(lower("hd5870", text, FEW).registers()).isLessThanOrEqualTo(unspilled));
  }

  @Property(tries = 10)
  @Label("random kernels keep every rule of R700, or it names what its local memory lacks")
  void randomKernelsOfR700(@ForAll long seed) {
    try {
      lower("hd4870", RandomPtx.kernel(seed, 40, true));
    } catch (RefusalException e) {
      assertThat(e).hasMessageContaining("local memory");
    }
  }

  @Property(tries = 10)
  @Label(
      "random kernels keep every rule of R700 with local memory emulated, and wait for its writes")
  void emulatedLocalMemory(@ForAll long seed) {
    String text = RandomPtx.kernel(seed, 30, true).replace("  ret;", "  bar.sync 0;\n  ret;");
    TeraScaleKernel code = lower("hd4870", text, "lds.emulate", "global");
    assertThat(code.assembly()).doesNotContain("LOCAL_DS", "LDS_");
    if (code.resources().emulatesLocal()) {
      assertThat(code.assembly()).contains("WAIT_ACK");
      assertThat(code.remark()).contains("lds.emulate=global");
    }
  }

  @Test
  @DisplayName("a product, a sum and a fused multiply-add of double arguments schedule")
  void doubleArguments() {
    for (String operation :
        List.of(
            "mul.rn.f64 %d0, %d1, %d2",
            "add.rn.f64 %d0, %d1, %d2",
            "fma.rn.f64 %d0, %d1, %d2, %d3",
            "div.rn.f64 %d0, %d1, %d3")) {
      String text =
          HEAD
              + ".visible .entry k(.param .u64 o, .param .f64 x, .param .f64 y, .param .f64 z) {\n"
              + ".reg .b64 %a; .reg .f64 %d<4>;\n"
              + "ld.param.u64 %a, [o]; ld.param.f64 %d1, [x]; ld.param.f64 %d2, [y];\n"
              + "ld.param.f64 %d3, [z]; "
              + operation
              + "; st.global.f64 [%a], %d0; ret;\n}\n";
      for (String id : List.of("hd5870", "hd4870")) {
        assertThat(lower(id, text).assembly()).contains("_64 ");
      }
    }
  }

  @Test
  @DisplayName(
      "copysign of doubles takes the sign into the upper word, with and without bit fields")
  void copiesSignsOfDoubles() {
    String text =
        HEAD
            + ".visible .entry k(.param .u64 o, .param .f64 x, .param .f64 y) {\n"
            + ".reg .b64 %a; .reg .f64 %d<4>;\n"
            + "ld.param.u64 %a, [o]; ld.param.f64 %d1, [x]; ld.param.f64 %d2, [y];\n"
            + "copysign.f64 %d0, %d1, %d2; st.global.f64 [%a], %d0; ret;\n}\n";
    assertThat(lower("hd5870", text).assembly()).contains("BFI_INT");
    assertThat(lower("hd4870", text).assembly()).contains("AND_INT", "OR_INT");
  }

  /** A structure of 32,000 bytes by value, copied to private memory as clang does it. */
  private static String structure() {
    StringBuilder text = new StringBuilder(HEAD);
    text.append(
        ".visible .entry k(.param .u64 o, .param .u32 n, .param .align 4 .b8 s[32000]) {\n");
    text.append(".local .align 4 .b8 d[32000]; .reg .b64 %a<4>; .reg .b32 %r<9>;\n");
    text.append("ld.param.u64 %a0, [o]; ld.param.u32 %r0, [n]; mov.u64 %a1, d;\n");
    for (int at = 0; at < 32000; at += 4) {
      text.append("ld.param.u32 %r1, [s+" + at + "]; st.local.u32 [%a1+" + at + "], %r1;\n");
    }
    text.append("mul.wide.u32 %a2, %r0, 4; add.s64 %a2, %a1, %a2; ld.local.u32 %r2, [%a2];\n");
    return text.append("st.global.u32 [%a0], %r2; ret;\n}\n").toString();
  }

  @Test
  @DisplayName("a structure of 32,000 bytes goes to scratch memory without its words piling up")
  void largeStructure() {
    assertThat(lower("hd5870", structure()).registers()).isLessThan(16);
  }

  /** Loads words, waits for the group, stores them: all are live at the barrier. */
  private static String alive(int words) {
    StringBuilder text = new StringBuilder(HEAD);
    text.append(".visible .entry k(.param .u64 o, .param .u64 i) {\n");
    text.append(".reg .b64 %a<3>; .reg .b32 %r<" + words + ">;\n");
    text.append("ld.param.u64 %a0, [o]; ld.param.u64 %a1, [i];\n");
    for (int k = 0; k < words; k++) {
      text.append("ld.global.u32 %r" + k + ", [%a1+" + 4 * k + "];\n");
    }
    text.append("bar.sync 0;\n");
    for (int k = 0; k < words; k++) {
      text.append("st.global.u32 [%a0+" + 4 * k + "], %r" + k + ";\n");
    }
    return text.append("ret;\n}\n").toString();
  }

  @Test
  @DisplayName(
      "without spills, what needs more registers than an instruction can name is refused with both")
  void tooManyRegisters() {
    assertThat(lower("hd5870", alive(400)).registers()).isLessThanOrEqualTo(124);
    Device device = Catalogue.device("hd5870", "compiler.without", "spills");
    Kernel kernel = Kernels.ptx("k", alive(700)).get(0);
    assertThatThrownBy(() -> device.lower(kernel))
        .isInstanceOf(RefusalException.class)
        .hasMessageMatching(
            "kernel 'k': needs 1[7-9]\\d registers a work-item, of which an instruction of ATI"
                + " Radeon HD 5870 can name 124; spills to scratch memory are switched off"
                + " \\(compiler.without\\)");
  }

  @Test
  @DisplayName("a private array beyond the room in scratch memory is refused with both figures")
  void hugePrivateArray() {
    String text =
        HEAD
            + ".visible .entry k(.param .u64 o, .param .u32 n) {\n"
            + ".local .align 4 .b8 d[BYTES]; .reg .b64 %a<4>; .reg .b32 %r<3>;\n"
            + "ld.param.u64 %a0, [o]; ld.param.u32 %r0, [n]; mov.u64 %a1, d;\n"
            + "mul.wide.u32 %a2, %r0, 4; add.s64 %a2, %a1, %a2; st.local.u32 [%a2], %r0;\n"
            + "ld.local.u32 %r1, [%a1]; st.global.u32 [%a0], %r1; ret;\n}\n";
    assertThat(lower("hd5870", text.replace("BYTES", "65536")).resources().indexedRegisters())
        .isZero();
    Kernel huge = Kernels.ptx("k", text.replace("BYTES", "65540")).get(0);
    for (String id : List.of("hd5870", "hd4870")) {
      Device device = Catalogue.device(id);
      assertThatThrownBy(() -> device.lower(huge))
          .isInstanceOf(RefusalException.class)
          .hasMessage(
              "kernel 'k': 65540 bytes of private memory a work-item exceed 65536, the room in"
                  + " scratch memory");
    }
  }
}
