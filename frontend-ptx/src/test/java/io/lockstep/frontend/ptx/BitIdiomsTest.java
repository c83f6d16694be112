// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Idioms of shifts, masks and comparisons: what they become, and that they still compute it. */
class BitIdiomsTest {
  /** A third value in %r3 (an odd multiple of the second, so that none is a copy). */
  private static final int THIRD = 0x9E3779B1;

  @TempDir private Path folder;

  /** From %r1, %r2, %r3 to %r9; expected over (%r1, %r2). */
  private record Idiom(String body, Op becomes, IntBinaryOperator expected) {
    @Override
    public String toString() {
      return body.replace('\n', ' ') + " -> " + becomes;
    }
  }

  private static Idiom of(String body, Op becomes, IntBinaryOperator expected) {
    return new Idiom(body, becomes, expected);
  }

  private static int third(int b) {
    return b * THIRD;
  }

  static Stream<Idiom> idioms() {
    IntBinaryOperator select = (a, b) -> third(b) & a | ~third(b) & b;
    IntBinaryOperator majority = (a, b) -> a & b | third(b) & (a | b);
    return Stream.of(
        of(
            "xor.b32 %r4, %r1, %r2;\nand.b32 %r5, %r4, %r3;\nxor.b32 %r9, %r5, %r2;",
            Op.LOGIC3, select),
        of(
            "xor.b32 %r4, %r2, %r1;\nand.b32 %r5, %r3, %r4;\nxor.b32 %r9, %r2, %r5;",
            Op.LOGIC3, select),
        of(
            "and.b32 %r4, %r1, %r3;\nnot.b32 %r5, %r3;\nand.b32 %r6, %r5, %r2;\nor.b32 %r9, %r4, %r6;",
            Op.LOGIC3, select),
        of(
            "and.b32 %r4, %r1, %r3;\nnot.b32 %r5, %r3;\nand.b32 %r6, %r5, %r2;\nxor.b32 %r9, %r6, %r4;",
            Op.LOGIC3, select),
        of(
            "and.b32 %r4, %r1, 65280;\nand.b32 %r5, %r2, -65281;\nor.b32 %r9, %r5, %r4;",
            Op.LOGIC3, (a, b) -> a & 0xFF00 | b & ~0xFF00),
        of(
            "or.b32 %r4, %r1, %r2;\nand.b32 %r5, %r4, %r3;\nand.b32 %r6, %r1, %r2;\nor.b32 %r9, %r5, %r6;",
            Op.LOGIC3, majority),
        of(
            "xor.b32 %r4, %r1, %r2;\nand.b32 %r5, %r4, %r3;\nand.b32 %r6, %r1, %r2;\nxor.b32 %r9, %r5, %r6;",
            Op.LOGIC3, majority),
        of(
            "shl.b32 %r4, %r1, 7;\nshr.u32 %r5, %r1, 25;\nor.b32 %r9, %r4, %r5;",
            Op.FUNNEL_RIGHT, (a, b) -> Integer.rotateLeft(a, 7)),
        of(
            "shr.u32 %r5, %r1, 31;\nshl.b32 %r4, %r2, 1;\nadd.s32 %r9, %r5, %r4;",
            Op.FUNNEL_RIGHT, (a, b) -> b << 1 | a >>> 31),
        of(
            "shr.u32 %r4, %r1, 9;\nand.b32 %r9, %r4, 1023;",
            Op.BIT_FIELD_EXTRACT, (a, b) -> a >>> 9 & 1023),
        of("shr.s32 %r4, %r1, 24;\nand.b32 %r9, %r4, 255;", Op.SHR, (a, b) -> a >>> 24),
        of(
            "shr.s32 %r4, %r1, 23;\nand.b32 %r9, %r4, 255;",
            Op.BIT_FIELD_EXTRACT, (a, b) -> a >>> 23 & 255),
        of(
            "shl.b32 %r4, %r1, 8;\nshr.u32 %r9, %r4, 12;",
            Op.BIT_FIELD_EXTRACT, (a, b) -> a << 8 >>> 12),
        of(
            "shl.b32 %r4, %r1, 24;\nshr.s32 %r9, %r4, 24;",
            Op.BIT_FIELD_EXTRACT, (a, b) -> (byte) a),
        of("setp.lt.s32 %p1, %r1, %r2;\nselp.b32 %r9, %r1, %r2, %p1;", Op.MIN, Math::min),
        of("setp.ge.s32 %p1, %r1, %r2;\nselp.b32 %r9, %r2, %r1, %p1;", Op.MIN, Math::min),
        of(
            "setp.gt.s32 %p1, %r1, 100;\nselp.b32 %r9, %r1, 100, %p1;",
            Op.MAX, (a, b) -> Math.max(a, 100)),
        of(
            "setp.le.u32 %p1, %r1, %r2;\nselp.b32 %r9, %r2, %r1, %p1;",
            Op.MAX, (a, b) -> Integer.compareUnsigned(a, b) > 0 ? a : b),
        of("neg.s32 %r4, %r1;\nmax.s32 %r9, %r4, %r1;", Op.ABS, (a, b) -> Math.abs(a)));
  }

  private static final List<Op> FRAME =
      List.of(Op.MOVE, Op.SPECIAL, Op.LOAD, Op.STORE, Op.EXIT, Op.MUL_WIDE, Op.MUL, Op.CONVERT);

  @ParameterizedTest(name = "{0}")
  @MethodSource("idioms")
  @DisplayName("recovered as one operation")
  void recoveredAsOneOperation(Idiom idiom) {
    List<Instruction> code =
        Ptx.code(idiom.body + "\nld.param.u64 %rd1, [p0];\nst.global.u32 [%rd1], %r9;");
    assertThat(code.stream().map(Instruction::op).filter(op -> !FRAME.contains(op)))
        .containsExactly(idiom.becomes);
  }

  /** Executes a body over 4,096 pairs of values, corners among them. */
  private int[][] execute(String body) throws IOException {
    Files.writeString(
        folder.resolve("k.ptx"),
        Ptx.text(
            "",
            """
            ld.param.u64 %rd1, [p0];
            ld.param.u64 %rd2, [p1];
            mov.u32 %r10, %ctaid.x;
            mov.u32 %r11, %tid.x;
            mad.lo.s32 %r12, %r10, 256, %r11;
            mul.wide.u32 %rd3, %r12, 8;
            add.s64 %rd4, %rd2, %rd3;
            ld.global.v2.u32 {%r1, %r2}, [%rd4];
            mul.lo.s32 %r3, %r2, -1640531535;
            """
                + body
                + """

                mul.wide.u32 %rd5, %r12, 4;
                add.s64 %rd6, %rd1, %rd5;
                st.global.u32 [%rd6], %r9;
                """));
    String corners = "0, 1, -1, 2147483647, -2147483648, 100, 101, 65280";
    Workload workload =
        Workload.read(
            "w.yaml",
            """
            name: w
            kernels: k.ptx
            buffers:
              o: {type: u32, count: 4096}
              in: {type: i32, count: 8192, init: {hash: {seed: 5}}}
              c: {type: i32, count: 8, init: {values: [%s]}}
            steps:
              - {launch: k, grid: [16], block: [256], args: [o, in, {u32: 0}]}
            """
                .formatted(corners),
            folder);
    int[][] result = new int[3][4096];
    try (WorkloadExecution run =
        new WorkloadExecution(workload.bind(Map.of()), List.of(new PtxFrontend()))) {
      // Before the launch: corners against each other in the first 64 pairs.
      for (int i = 0; i < 64; i++) {
        int a = run.memory().loadInt(Address.of(2, 4 * (i / 8)));
        int b = run.memory().loadInt(Address.of(2, 4 * (i % 8)));
        run.memory().storeInt(Address.of(1, 8L * i), a);
        run.memory().storeInt(Address.of(1, 8L * i + 4), b);
      }
      while (run.next() != ProgramItem.END) {
        // It is executed.
      }
      for (int i = 0; i < 4096; i++) {
        result[0][i] = run.memory().loadInt(Address.of(1, 8L * i));
        result[1][i] = run.memory().loadInt(Address.of(1, 8L * i + 4));
        result[2][i] = run.memory().loadInt(Address.of(0, 4L * i));
      }
    }
    return result;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("idioms")
  @DisplayName("computes the same for all corners and 4,000 random pairs")
  void computesTheSameForAllCornersAnd4000RandomPairs(Idiom idiom) throws IOException {
    int[][] r = execute(idiom.body);
    int[] expected =
        IntStream.range(0, r[0].length)
            .map(i -> idiom.expected.applyAsInt(r[0][i], r[1][i]))
            .toArray();
    assertThat(r[2]).isEqualTo(expected);
  }

  @ParameterizedTest
  @DisplayName("what is no idiom, or is read elsewhere, stays as it is")
  @ValueSource(
      strings = {
        // shifts that do not add up to 32, a signed one, by registers
        "shl.b32 %r4, %r1, 7;\nshr.u32 %r5, %r1, 24;\nor.b32 %r9, %r4, %r5;",
        "shl.b32 %r4, %r1, 7;\nshr.s32 %r5, %r1, 25;\nor.b32 %r9, %r4, %r5;",
        "shl.b32 %r4, %r1, %r2;\nshr.u32 %r5, %r1, %r3;\nor.b32 %r9, %r4, %r5;",
        // a field that leaves the value, a mask with a gap
        "shr.s32 %r4, %r1, 25;\nand.b32 %r9, %r4, 255;",
        "shr.u32 %r4, %r1, 9;\nand.b32 %r9, %r4, 1021;",
        // floats: NaN and zeros differ; other values than were compared; equality
        "setp.lt.f32 %p1, %f1, %f2;\nselp.f32 %f3, %f1, %f2, %p1;",
        "setp.lt.s32 %p1, %r1, %r2;\nselp.b32 %r9, %r1, %r3, %p1;",
        "setp.eq.s32 %p1, %r1, %r2;\nselp.b32 %r9, %r1, %r2, %p1;",
        // three values, but neither select nor majority
        "xor.b32 %r4, %r1, %r2;\nxor.b32 %r9, %r4, %r3;",
        "and.b32 %r4, %r1, %r2;\nor.b32 %r9, %r4, %r3;",
        // four values, the fourth of them twice (as itself, as its complement)
        "and.b32 %r4, %r1, %r2;\nand.b32 %r5, %r3, 255;\nor.b32 %r6, %r4, %r5;\n"
            + "xor.b32 %r9, %r6, 255;",
        "and.b32 %r4, %r1, %r2;\nand.b32 %r5, %r3, 255;\nor.b32 %r6, %r4, %r5;\n"
            + "xor.b32 %r9, %r6, -256;",
        // the mask changes in between
        "and.b32 %r4, %r1, %r3;\nmov.u32 %r3, %r2;\nnot.b32 %r5, %r3;\n"
            + "and.b32 %r6, %r5, %r2;\nor.b32 %r9, %r4, %r6;",
        // half of it may not have been shifted
        "setp.ne.s32 %p2, %r3, 0;\nmov.u32 %r4, %r2;\n@%p2 shl.b32 %r4, %r1, 7;\n"
            + "shr.u32 %r5, %r1, 25;\nor.b32 %r9, %r4, %r5;",
        // the middle is read elsewhere
        "xor.b32 %r4, %r1, %r2;\nand.b32 %r5, %r4, %r3;\nxor.b32 %r9, %r5, %r2;\n"
            + "st.shared.u32 [8], %r5;"
      })
  void none(String body) {
    assertThat(Ptx.code(body))
        .extracting(Instruction::op)
        .doesNotContain(Op.LOGIC3, Op.FUNNEL_RIGHT, Op.BIT_FIELD_EXTRACT, Op.MIN, Op.MAX, Op.ABS);
  }

  @Test
  @DisplayName("a comparison that a branch reads as well stays, the select is a minimum")
  void sharedComparison() {
    assertThat(
            Ptx.code(
                "setp.lt.s32 %p1, %r1, %r2;\nselp.b32 %r9, %r1, %r2, %p1;\n@%p1 bra L;\n"
                    + "add.s32 %r9, %r9, 1;\nL: st.shared.u32 [8], %r9;"))
        .extracting(Instruction::op)
        .contains(Op.COMPARE, Op.MIN)
        .doesNotContain(Op.SELECT);
  }
}
