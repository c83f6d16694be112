// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.gcn.Bench;
import io.lockstep.gcn.Specs;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where uniform operands are moved to vector registers. */
class VectorCopiesTest {
  private static final DeviceSpec MI300A = Specs.of("mi300a");

  /** A chain of {@code x = x * a + b} in a loop, where a and b are arguments. */
  private static Kernel polynomial(int length) {
    return Bench.loop(
        (b, block, pointer, thread) -> {
          int[] uniform = {b.register(Type.F32, "%a"), b.register(Type.F32, "%b")};
          for (int k = 0; k < 2; k++) {
            b.add(
                0,
                InstructionBuilder.of(Op.LOAD, Type.F32)
                    .to(uniform[k])
                    .from(Operand.immediate(12L + 4 * k))
                    .memory(
                        new MemoryAccess(
                            Space.PARAMETER, Type.F32, 1, -1, 0, MemoryAccess.Qualifiers.CONSTANT))
                    .build());
          }
          int x = b.register(Type.F32, "%x");
          for (int k = 0; k < length; k++) {
            b.add(
                block,
                InstructionBuilder.of(Op.FMA, Type.F32)
                    .to(x)
                    .from(
                        Operand.register(x),
                        Operand.register(uniform[0]),
                        Operand.register(uniform[1]))
                    .build());
          }
          b.add(
              block, InstructionBuilder.of(Op.PRINTF, Type.I32).from(Operand.register(x)).build());
        });
  }

  /** Moves in the code before and in the loop. */
  private static List<Long> moves(DeviceSpec spec, Kernel kernel) {
    String code = new GcnLowering(Specs.chip("gfx942", spec)).lower(kernel).assembly();
    int loop = code.indexOf("v_fma_f32");
    return List.of(count(code.substring(0, loop)), count(code.substring(loop)));
  }

  private static long count(String code) {
    return code.lines().filter(l -> l.contains("v_mov_b32 v:tmp")).count();
  }

  @Test
  void theSecondUniformOperandIsMovedOnceBeforeTheLoop() {
    assertThat(moves(MI300A, polynomial(16))).containsExactly(1L, 0L);
  }

  @Test
  void withoutHoistingEachUseHasItsOwnMove() {
    // the first one stands before the first use
    assertThat(moves(MI300A.with("compiler.without", "hoisted_moves"), polynomial(16)))
        .containsExactly(1L, 15L);
  }

  @Test
  void aVectorRegisterHoldsTheCopyAllTheTime() {
    int held = new GcnLowering(Specs.chip("gfx942", MI300A)).lower(polynomial(4)).registers();
    DeviceSpec off = MI300A.with("compiler.without", "hoisted_moves");
    assertThat(new GcnLowering(Specs.chip("gfx942", off)).lower(polynomial(4)).registers())
        .isEqualTo(held - 1);
  }

  @Test
  void aLoopOfSuchMultiplyAddsTakesAnIssueIntervalForEach() {
    Kernel kernel = polynomial(32);
    double one = clocks(MI300A, kernel);
    assertThat(one / 3200).isBetween(4.0, 5.0);
    assertThat(clocks(MI300A.with("compiler.without", "hoisted_moves"), kernel) / one)
        .isBetween(1.8, 2.0);
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
