// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.kernel.analysis.IrText;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.FrontendOptions.KernelAttributes;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.Type;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Doubles demoted to floats, as PTX ISA's {@code map_f64_to_f32} has it. */
class DoubleDemotionTest {
  private static final FrontendOptions ASKED =
      new FrontendOptions(
          Fusion.PERMITTED,
          Map.of("k", new KernelAttributes(List.of(), List.of(), List.of(), false, 0, true)));

  private static String demoting(String text) {
    return text.replace(".target sm_50", ".target sm_11, map_f64_to_f32");
  }

  private static Kernel demoted(String body) {
    return Ptx.kernel("", body, ASKED);
  }

  private static List<Instruction> operations(Kernel kernel, Op op) {
    return Ptx.code(kernel).stream().filter(i -> i.op() == op).toList();
  }

  private static int bits(float value) {
    return Float.floatToRawIntBits(value);
  }

  @Test
  @DisplayName("a target and an attribute ask for it alike, and without them doubles stay")
  void aTargetAndAnAttributeAskForItAlike() {
    String body = "add.rn.f64 %fd1, %fd1, %fd1; st.global.f64 [%rd1], %fd1;";
    Kernel byTarget = Ptx.read(demoting(Ptx.text("", body)));
    assertThat(byTarget.demoted()).isTrue();
    assertThat(IrText.of(byTarget)).isEqualTo(IrText.of(demoted(body)));
    assertThat(byTarget.registers()).doesNotContain(Type.F64);
    Kernel plain = Ptx.kernel(body);
    assertThat(plain.demoted()).isFalse();
    assertThat(plain.registers()).contains(Type.F64);
  }

  @Test
  @DisplayName("a kernel without doubles is not marked")
  void aKernelWithoutDoublesIsNotMarked() {
    String body = "add.rn.f32 %f1, %f1, %f1; st.global.f32 [%rd1], %f1;";
    assertThat(demoted(body).demoted()).isFalse();
    assertThat(IrText.of(demoted(body))).isEqualTo(IrText.of(Ptx.kernel(body)));
  }

  @Test
  @DisplayName(
      "a conversion between doubles and floats becomes a move, unless it changes the value")
  void aConversionBetweenDoublesAndFloatsBecomesAMove() {
    assertThat(operations(demoted("cvt.rn.f32.f64 %f1, %fd1;"), Op.CONVERT)).isEmpty();
    assertThat(operations(demoted("cvt.f64.f32 %fd1, %f1;"), Op.CONVERT)).isEmpty();
    assertThat(operations(demoted("cvt.rni.f64.f64 %fd1, %fd2;"), Op.CONVERT))
        .singleElement()
        .matches(i -> i.roundToIntegral() && i.type() == Type.F32);
    assertThat(operations(demoted("cvt.rn.sat.f32.f64 %f1, %fd1;"), Op.CONVERT))
        .singleElement()
        .matches(Instruction::saturate);
    assertThat(operations(demoted("cvt.rzi.s64.f64 %rd1, %fd1;"), Op.CONVERT))
        .singleElement()
        .matches(i -> i.sourceType() == Type.F32 && i.type() == Type.I64);
  }

  @Test
  @DisplayName("vectors of doubles are accesses to the first word of each")
  void vectorsOfDoublesAreAccessesToTheFirstWordOfEach() {
    Kernel k =
        demoted("ld.global.v2.f64 {%fd1, %fd2}, [%rd1+16]; st.global.v2.f64 [%rd1], {%fd2, 1.0};");
    for (Op op : List.of(Op.LOAD, Op.STORE)) {
      assertThat(operations(k, op))
          .extracting(i -> i.memory().offset())
          .containsExactly(op == Op.LOAD ? 16L : 0L, op == Op.LOAD ? 24L : 8L);
      assertThat(operations(k, op))
          .allMatch(i -> i.memory().bytes() == 4 && i.memory().element() == Type.F32);
    }
  }

  @Test
  @DisplayName("arguments, structures, vectors and initial values are floats in the first word")
  void argumentsAndInitialValuesAreFloatsInTheFirstWord(@TempDir Path folder) throws IOException {
    String text =
        demoting(
            """
            .version 6.0
            .target sm_50
            .address_size 64
            .const .align 8 .f64 c[2] = {0.1, 0d4008000000000000};
            .visible .entry k(.param .u64 o, .param .f64 x, .param .align 16 .b8 s[32])
            {
            .reg .b32 %r<4>; .reg .b64 %rd<4>; .reg .f64 %fd<8>; .reg .f32 %f<4>;
            .shared .align 16 .b8 l[64];
            ld.param.u64 %rd0, [o];
            ld.param.f64 %fd0, [x];
            ld.param.v2.f64 {%fd1, %fd2}, [s+16];
            ld.const.f64 %fd3, [c];
            ld.const.f64 %fd4, [c+8];
            st.shared.v2.f64 [l], {%fd0, %fd2};
            ld.shared.v2.f64 {%fd5, %fd6}, [l];
            st.global.f32 [%rd0], %f0;
            cvt.rn.f32.f64 %f0, %fd5; st.global.f32 [%rd0], %f0;
            cvt.rn.f32.f64 %f0, %fd1; st.global.f32 [%rd0+4], %f0;
            cvt.rn.f32.f64 %f0, %fd6; st.global.f32 [%rd0+8], %f0;
            fma.rn.f64 %fd3, %fd3, %fd4, %fd3;
            st.global.f64 [%rd0+12], %fd3;
            ret;
            }
            """);
    String arguments =
        "{f64: 0.3}, {struct: [{u32: 1}, {f64: 2.5}, {f64: 0.7}, {f64: \"1.0 / 3\"}]}";
    float tenth = 0.1f;
    assertThat(
            Executed.miss(
                folder,
                text,
                arguments,
                bits(0.3f),
                bits(0.7f),
                bits((float) (1.0 / 3)),
                bits(Math.fma(tenth, 3f, tenth))))
        .isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mov.b64 %rd1, %fd1;| uses the bits of a double",
        "mov.b64 %fd1, %rd1; add.rn.f64 %fd1, %fd1, %fd1;| uses the bits of a double",
        "mov.b64 {%r1, %r2}, %fd1; add.rn.f64 %fd1, %fd1, %fd1;| uses the bits of a double",
        "add.rn.f64 %rd1, %fd1, %fd1; add.u64 %rd2, %rd1, 1;| uses the bits of a double",
        "atom.global.add.f64 %fd1, [%rd1], %fd2;| has no form for floats",
      })
  @DisplayName("what sees a double's bits or needs its width is refused with its line")
  void whatSeesADoublesBitsIsRefused(String body, String reason) {
    String used = "abs.f64 %fd3, %fd1;\n" + body;
    assertThatThrownBy(() -> demoted(used))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("k.ptx:" + (Ptx.FIRST + 1) + ":")
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.5", "0d3FF0000000000001"})
  @DisplayName("an initial value is demoted for all kernels of a file or for none")
  void anInitialValueIsDemotedForAllKernelsOfAFileOrForNone(String value) {
    String other = ".visible .global .f64 g = " + value + ";\n.visible .entry other() { ret; }";
    assertThatThrownBy(() -> Ptx.kernel(other, "abs.f64 %fd1, %fd1;", ASKED))
        .hasMessageContaining("'g' has initial doubles for all kernels of the file")
        .hasMessageContaining("demote those of 'other' too");
  }
}
