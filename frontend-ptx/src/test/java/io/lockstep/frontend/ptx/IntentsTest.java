// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.analysis.KernelVerifier;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.FrontendOptions.KernelAttributes;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Texels;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What must not be lost on the way from PTX to the portable kernel: addresses, 24-bit multiplies,
 * fusion, attributes.
 */
class IntentsTest {
  private static Type type(Kernel k, String register) {
    return k.registers().get(k.registerNames().indexOf(register));
  }

  @Test
  @DisplayName("matmul: every 64-bit value only forms addresses")
  void matmulPointers() {
    Kernel k = Corpus.kernel("matmul");
    assertThat(k.registers()).doesNotContain(Type.I64);
    assertThat(Ptx.code(k))
        .filteredOn(i -> i.text().startsWith("add.s64") || i.text().startsWith("mul.wide"))
        .hasSize(12)
        .extracting(Instruction::opClass)
        .containsOnly(OpClass.ADDRESS);
    assertThat(k.parameters())
        .extracting("type")
        .containsExactly(Type.PTR, Type.PTR, Type.PTR, Type.I32);
  }

  @Test
  @DisplayName("histogram: %rd28 carries an index that is compared, its scaled copy an address")
  void histogramIndex() {
    Kernel k = Corpus.kernel("histogram");
    assertThat(type(k, "%rd28")).isEqualTo(Type.I64);
    assertThat(type(k, "%rd14")).isEqualTo(Type.I64);
    assertThat(type(k, "%rd1")).isEqualTo(Type.I64);
    assertThat(type(k, "%rd15")).isEqualTo(Type.PTR);
    assertThat(type(k, "%rd16")).isEqualTo(Type.PTR);
    assertThat(type(k, "%rd11")).isEqualTo(Type.PTR);
  }

  @Test
  @DisplayName("a running pointer of a loop is an address, one that is stored is not")
  void runningPointer() {
    String body =
        "ld.param.u64 %rd1, [p0];\nL: ld.global.u32 %r1, [%rd1];\nadd.s64 %rd1, %rd1, 4;\n"
            + "setp.ne.s32 %p1, %r1, 0;\n@%p1 bra L;\n";
    assertThat(type(Ptx.kernel(body), "%rd1")).isEqualTo(Type.PTR);
    String stored = body + "ld.param.u64 %rd2, [p1];\nst.global.u64 [%rd2], %rd1;";
    assertThat(type(Ptx.kernel(stored), "%rd1")).isEqualTo(Type.I64);
    assertThat(type(Ptx.kernel(stored), "%rd2")).isEqualTo(Type.PTR);
  }

  private static final String SHIFTED =
      "shl.b32 %r3, %r1, 8;\nshr.s32 %r4, %r3, 8;\nshl.b32 %r5, %r2, 8;\nshr.s32 %r6, %r5, 8;\n";

  @Test
  @DisplayName("(a << 8 >> 8) * (b << 8 >> 8) is mul24, the shifts go")
  void mul24ByShifts() {
    List<Instruction> code = Ptx.code(SHIFTED + "mul.lo.s32 %r7, %r4, %r6;");
    assertThat(code).extracting(Instruction::op).containsExactly(Op.MUL24);
    assertThat(code.get(0).signed()).isTrue();
    assertThat(code.get(0).opClass()).isEqualTo(OpClass.INT_MUL24);
  }

  @Test
  @DisplayName("with an addition it is mad24; masks make it unsigned")
  void mad24ByMasks() {
    List<Instruction> code =
        Ptx.code(
            "and.b32 %r3, %r1, 16777215;\nand.b32 %r4, %r2, 0xFFFFFF;\n"
                + "mad.lo.s32 %r5, %r3, %r4, %r6;");
    assertThat(code).extracting(Instruction::op).containsExactly(Op.MAD24);
    assertThat(code.get(0).signed()).isFalse();
    assertThat(code.get(0).sources()).hasSize(3);
  }

  @Test
  @DisplayName("a square and a constant factor count, a shift that something else reads stays")
  void mul24Variants() {
    assertThat(Ptx.code("and.b32 %r3, %r1, 0xFFFFFF;\nmul.lo.s32 %r4, %r3, %r3;"))
        .extracting(Instruction::op)
        .containsExactly(Op.MUL24);
    assertThat(Ptx.code("and.b32 %r3, %r1, 0xFFFFFF;\nmul.lo.s32 %r4, %r3, 1000;"))
        .extracting(Instruction::op)
        .containsExactly(Op.MUL24);
    assertThat(Ptx.code(SHIFTED + "mul.lo.s32 %r7, %r4, %r6;\nadd.s32 %r8, %r7, %r4;"))
        .extracting(Instruction::op)
        .containsExactly(Op.BIT_FIELD_EXTRACT, Op.MUL24, Op.ADD);
    assertThat(Ptx.code(SHIFTED + "mov.u32 %r1, 5;\nmul.lo.s32 %r7, %r4, %r6;"))
        .as("a factor whose source is overwritten is read as it was extended")
        .extracting(Instruction::op)
        .containsExactly(Op.BIT_FIELD_EXTRACT, Op.MOVE, Op.MUL24);
  }

  @Test
  @DisplayName("no mul24: one wide operand, a constant too large, mixed signs")
  void noMul24() {
    for (String body :
        List.of(
            SHIFTED + "mul.lo.s32 %r7, %r4, %r2;",
            "and.b32 %r3, %r1, 0xFFFFFF;\nmul.lo.s32 %r4, %r3, 16777216;",
            SHIFTED + "and.b32 %r7, %r1, 0xFFFFFF;\nmul.lo.s32 %r8, %r4, %r7;")) {
      assertThat(Ptx.code(body)).extracting(Instruction::op).contains(Op.MUL);
    }
  }

  @Test
  @DisplayName("fusion is permitted unless the workload or a directed rounding requires it")
  void fusionIsPermittedUnlessTheWorkloadOrADirectedRoundingRequiresIt() {
    String body = "fma.rn.f32 %f1, %f2, %f3, %f4;\nfma.rz.f64 %fd1, %fd2, %fd3, %fd4;";
    assertThat(Ptx.code(body))
        .extracting(Instruction::fusion)
        .containsExactly(Fusion.PERMITTED, Fusion.REQUIRED);
    Kernel strict = Ptx.kernel("", body, new FrontendOptions(Fusion.REQUIRED, Map.of()));
    assertThat(Ptx.code(strict))
        .filteredOn(i -> i.op() == Op.FMA)
        .extracting(Instruction::fusion)
        .containsOnly(Fusion.REQUIRED);
    assertThat(Ptx.code("mul.rn.f32 %f1, %f2, %f3;\nadd.rn.f32 %f4, %f1, %f5;"))
        .extracting(Instruction::op)
        .containsExactly(Op.MUL, Op.ADD);
  }

  @Test
  @DisplayName(
      "attributes of the workload: restrict, read-only and the loads behind it, group size")
  void attributesOfTheWorkloadRestrictReadOnlyAndTheLoadsBehindIt() {
    FrontendOptions options =
        new FrontendOptions(
            Fusion.PERMITTED,
            Map.of(
                "k",
                new KernelAttributes(List.of(0, 1), List.of(0), List.of(64), false, 0, false)));
    Kernel k =
        Ptx.kernel(
            "",
            "ld.param.u64 %rd1, [p0];\nld.param.u64 %rd2, [p1];\nmul.wide.u32 %rd3, %r1, 4;\n"
                + "add.s64 %rd4, %rd1, %rd3;\nadd.s64 %rd5, %rd2, %rd3;\n"
                + "ld.global.u32 %r2, [%rd4];\nld.global.u32 %r3, [%rd5];",
            options);
    assertThat(k.parameters()).extracting("restricted").containsExactly(true, true, false);
    assertThat(k.parameters()).extracting("readOnly").containsExactly(true, false, false);
    assertThat(k.requiredGroupSize()).containsExactly(64, 1, 1);
    assertThat(Ptx.code(k))
        .filteredOn(i -> i.op() == Op.LOAD && i.memory().space() == Space.GLOBAL)
        .extracting(i -> i.memory().readOnly())
        .containsExactly(true, false);
  }

  @Test
  @DisplayName("division stays whole, approximate forms are marked")
  void divisionStaysWholeApproximateFormsAreMarked() {
    assertThat(Ptx.one("div.s64 %rd1, %rd2, %rd3;").opClass()).isEqualTo(OpClass.INT_DIV);
    Instruction approximate = Ptx.one("div.approx.f32 %f1, %f2, %f3;");
    assertThat(approximate.opClass()).isEqualTo(OpClass.FLOAT_DIV);
    assertThat(approximate.approximate()).isTrue();
    assertThat(Ptx.one("div.rn.f64 %fd1, %fd2, %fd3;").opClass()).isEqualTo(OpClass.DOUBLE_DIV);
  }

  @Test
  @DisplayName("32-bit pointers: addresses and symbols have 32 bits, nothing is marked")
  void narrowAddresses() {
    Kernel k =
        Corpus.read(
            "n.ptx",
            """
            .version 8.5
            .target sm_50
            .address_size 32
            .global .align 4 .b8 table[64];
            .visible .entry k(.param .u32 a, .param .u32 n)
            {
              .reg .b32 %r<9>;
              .shared .align 4 .b8 s[64];
              ld.param.u32 %r1, [a];
              mov.u32 %r2, %tid.x;
              shl.b32 %r3, %r2, 2;
              add.s32 %r4, %r1, %r3;
              ld.global.u32 %r5, [%r4];
              mov.u32 %r6, s;
              add.s32 %r7, %r6, %r3;
              st.shared.u32 [%r7], %r5;
              cvta.shared.u32 %r8, %r6;
              st.u32 [%r8], %r5;
              mov.u32 %r8, table;
              st.global.u32 [%r8], %r5;
              ret;
            }
            """);
    KernelVerifier.verify(k);
    assertThat(k.addressBits()).isEqualTo(32);
    assertThat(k.registers()).containsOnly(Type.I32);
    assertThat(k.parameters()).extracting("offset").containsExactly(0, 4);
  }

  @Test
  @DisplayName("module variables become buffers of their own with their initial bytes")
  void moduleVariables() {
    Kernel k =
        Ptx.kernel(
            ".const .align 4 .f32 weights[2] = {0f3F800000, 2.0};\n"
                + ".global .align 2 .u16 grid[2][2] = {{1, 2}, {3}};\n.global .u32 unused;",
            "mov.u64 %rd1, weights;\nld.const.f32 %f1, [%rd1+4];\nld.global.u16 %rs1, [grid+2];");
    assertThat(k.variables()).extracting("name").containsExactly("weights", "grid");
    assertThat(k.variables()).extracting("space").containsExactly(Space.CONSTANT, Space.GLOBAL);
    assertThat(k.variables().get(0).initial()).containsExactly(0, 0, 0x80, 0x3F, 0, 0, 0, 0x40);
    assertThat(k.variables().get(1).initial()).containsExactly(1, 0, 2, 0, 3, 0, 0, 0);
    assertThat(Ptx.code(k).get(0).sources().get(0).bits())
        .isEqualTo(io.lockstep.kernel.ir.Address.variable(0, 0));
  }

  @Test
  @DisplayName("textures keep their coordinates, layers and components")
  void texturesKeepTheirCoordinatesLayersAndComponents() {
    Instruction fetch = Ptx.one("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];");
    assertThat(fetch.memory().space()).isEqualTo(Space.TEXTURE);
    assertThat(fetch.variant()).isEqualTo(Texels.Fetch.of(Texels.Geometry.PLANE));
    assertThat(fetch.sources()).hasSize(3);
    Instruction grad =
        Ptx.one(
            "tex.grad.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}], {%f7, %f8}, {%f7,"
                + " %f8};");
    assertThat(grad.sources()).isEqualTo(fetch.sources()); // one level: nothing to choose
    assertThat(grad.variant()).isEqualTo(Texels.Fetch.of(Texels.Geometry.PLANE));
    assertThatThrownBy(
            () ->
                Ptx.one(
                    "tex.grad.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}], {%f7, %f8},"
                        + " {%f7};"))
        .hasMessageContaining("expected 2 derivatives for '.2d', found 1");
    assertThat(Ptx.one("sust.b.2d.b32.trap [%rd1, {%r1, %r2}], {%r3};").op())
        .isEqualTo(Op.SURFACE_STORE);
    assertThat(Ptx.one("suld.b.1d.v2.b32.clamp {%r1, %r2}, [%rd1, {%r3}];").variant())
        .isEqualTo(Texels.Surface.bytes(Texels.Geometry.LINE, Texels.Outside.CLAMP));
    Instruction line = Ptx.one("suld.b.a1d.b32.trap {%r1}, [%rd1, {%r2, %r3}];");
    assertThat(line.variant())
        .isEqualTo(Texels.Surface.bytes(Texels.Geometry.LAYERED_LINE, Texels.Outside.TRAP));
    assertThat(line.sources()).hasSize(3); // the surface, the layer and one coordinate
  }
}
