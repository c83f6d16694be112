// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.gcn.Bench;
import io.lockstep.gcn.Specs;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Kernels;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which operations share a packed instruction, and what that does to the rate. */
class PackedArithmeticTest {
  private static final DeviceSpec MI300A = Specs.of("mi300a");

  private static long packed(DeviceSpec spec, Kernel kernel) {
    String isa = spec.choice("unit.isa");
    String code = new GcnLowering(Specs.chip(isa, spec)).lower(kernel).assembly();
    return code.lines().filter(l -> l.contains("v_pk_")).count();
  }

  /** Chains that take turns, each operation of a chain needing the one before. */
  private static Kernel chains(int chains, int length, Op op, Type type) {
    return Bench.loop(
        (b, block, pointer, thread) -> {
          int[] values = new int[chains];
          Arrays.setAll(values, c -> b.register(type, "%v" + c));
          int other = b.register(type, "%other");
          for (int k = 0; k < length; k++) {
            for (int value : values) {
              operation(b, block, op, type, value, value, other);
            }
          }
          for (int value : values) {
            keep(b, block, value);
          }
        });
  }

  @Test
  void nothingIsPackedWithoutThePass() {
    Kernel kernel = chains(2, 8, Op.FMA, Type.F32);
    DeviceSpec without = MI300A.with("compiler.without", "packed_arithmetic");
    assertThat(packed(MI300A, kernel)).isPositive();
    assertThat(packed(without, kernel)).isZero();
  }

  private static void operation(
      KernelBuilder b, int block, Op op, Type type, int to, int one, int other) {
    List<Operand> from =
        op == Op.FMA
            ? List.of(Operand.register(one), Operand.register(other), Operand.register(other))
            : List.of(Operand.register(one), Operand.register(other));
    b.add(block, InstructionBuilder.of(op, type).to(to).from(from).build());
  }

  private static void keep(KernelBuilder b, int block, int register) {
    b.add(
        block, InstructionBuilder.of(Op.PRINTF, Type.I32).from(Operand.register(register)).build());
  }

  @ParameterizedTest
  @EnumSource(
      value = Op.class,
      names = {"FMA", "MUL", "ADD", "SUB"})
  void independentOperationsOfOneKindShareAnInstruction(Op op) {
    assertThat(packed(MI300A, chains(4, 3, op, Type.F32))).isEqualTo(6);
    assertThat(packed(MI300A, chains(4, 3, op, Type.F16))).isEqualTo(6);
    assertThat(packed(MI300A, chains(4, 3, op, Type.F64))).isZero();
  }

  @Test
  void singlesArePackedFromGfx90aOnAndHalvesBefore() {
    Kernel singles = chains(4, 1, Op.FMA, Type.F32);
    assertThat(packed(Specs.of("mi100"), singles)).isZero();
    assertThat(packed(Specs.of("mi210"), singles)).isEqualTo(2);
    assertThat(packed(Specs.of("mi100"), chains(4, 1, Op.FMA, Type.F16))).isEqualTo(2);
  }

  @Test
  void figuresOfOneOperationAnInstructionTurnPackingOff() {
    assertThat(packed(MI300A.with("code.packed_f32", "1"), chains(4, 1, Op.FMA, Type.F32)))
        .isZero();
    assertThat(packed(MI300A.with("code.packed_f16", "1"), chains(4, 1, Op.FMA, Type.F16)))
        .isZero();
  }

  @Test
  void operationsThatNeedEachOtherAreNotPacked() {
    assertThat(packed(MI300A, chains(1, 8, Op.FMA, Type.F32))).isZero();
  }

  @Test
  void aRegisterHasOneNeighbourSoThatASecondPairingWouldNeedMoves() {
    Kernel kernel =
        Bench.loop(
            (b, block, pointer, thread) -> {
              int[] v = new int[3];
              Arrays.setAll(v, k -> b.register(Type.F32, "%v" + k));
              int other = b.register(Type.F32, "%other");
              int[] pairs = {0, 1, 0, 2, 1, 2};
              for (int k = 0; k < pairs.length; k++) {
                int to = b.register(Type.F32, "%to" + k);
                operation(b, block, k < 2 ? Op.MUL : Op.ADD, Type.F32, to, v[pairs[k]], other);
                keep(b, block, to);
                if (k % 2 == 1) {
                  b.add(block, InstructionBuilder.of(Op.FENCE, Type.I32).build());
                  operation(b, block, Op.MAX, Type.F32, v[0], v[0], to); // new values
                  operation(b, block, Op.MAX, Type.F32, v[1], v[1], to);
                  operation(b, block, Op.MAX, Type.F32, v[2], v[2], to);
                }
              }
            });
    assertThat(packed(MI300A, kernel)).isEqualTo(1);
  }

  @Test
  void vectorsOfTheSourceArePackedAsLlvmDoes() {
    assertThat(packed(Specs.of("mi210"), Kernels.corpus("saxpy4"))).isEqualTo(2);
  }

  @Test
  void variablesThatBeginWithOneValueArePacked() {
    String text =
        """
        .version 6.0
        .target sm_60
        .address_size 64
        .visible .entry k(.param .u64 p, .param .f32 a, .param .u32 n) {
        .reg .b32 %r<9>; .reg .b64 %d<9>; .reg .f32 %f<9>; .reg .pred %p<2>;
        ld.param.u64 %d0, [p]; ld.param.f32 %f0, [a]; ld.param.u32 %r0, [n];
        mov.u32 %r1, %tid.x; mul.wide.u32 %d1, %r1, 8; add.s64 %d2, %d0, %d1;
        cvt.rn.f32.u32 %f1, %r1; mov.f32 %f2, %f1;
        loop:
        fma.rn.f32 %f3, %f1, %f0, %f0; fma.rn.f32 %f4, %f2, %f0, %f0;
        fma.rn.f32 %f1, %f3, %f0, %f0; fma.rn.f32 %f2, %f4, %f0, %f0;
        sub.s32 %r0, %r0, 1; setp.ne.s32 %p0, %r0, 0; @%p0 bra loop;
        st.global.v2.f32 [%d2], {%f1, %f2};
        ret;
        }
        """;
    assertThat(packed(MI300A, Kernels.ptx("k", text).get(0))).isEqualTo(2);
  }

  @Test
  void packedChainsRunAtTwiceTheRate() {
    Kernel kernel = chains(8, 16, Op.FMA, Type.F32);
    double one = clocks(MI300A.with("code.packed_f32", "1"), kernel);
    assertThat(one / clocks(MI300A, kernel)).isBetween(1.85, 2.0);
  }

  /** Clocks of 100 iterations of a loop in a wavefront. */
  private static double clocks(DeviceSpec spec, Kernel kernel) {
    long[] ticks = new long[2];
    for (int k = 0; k < 2; k++) {
      var record = Bench.record(0, 64, 50 + 100 * k, 0, new long[0][], 0);
      ticks[k] = Bench.run(spec, kernel, 64, List.of(record)).ticks();
    }
    return ticks[1] - ticks[0];
  }
}
