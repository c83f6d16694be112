// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.gcn.Bench;
import io.lockstep.gcn.Specs;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.spec.DeviceSpec;
import org.junit.jupiter.api.Test;

/**
 * Divisions beside those of LLVM 19 for gfx942: a signed scalar one takes 21 scalar instructions
 * and five vector ones; in a loop that does not change the divisor, 13 scalar ones where the
 * dividend counts from 0.
 */
class QuotientsTest {
  private static final DeviceSpec MI300A = Specs.of("mi300a");

  /** Divides by the group's number: in a loop, or before it. */
  private static Kernel dividing(boolean inLoop, boolean signed, Special dividend) {
    return Bench.loop(
        (b, block, pointer, thread) -> {
          int by = b.register(Type.I32, "%by");
          int one = b.register(Type.I32, "%one");
          int quotient = b.register(Type.I32, "%q");
          b.add(
              0,
              InstructionBuilder.of(Op.SPECIAL, Type.I32)
                  .special(Special.GROUP_ID_Y)
                  .to(by)
                  .build());
          b.add(0, InstructionBuilder.of(Op.SPECIAL, Type.I32).special(dividend).to(one).build());
          b.add(
              inLoop ? block : 0,
              InstructionBuilder.of(Op.DIV, Type.I32)
                  .signed(signed)
                  .to(quotient)
                  .from(Operand.register(one), Operand.register(by))
                  .build());
          b.add(
              inLoop ? block : 0,
              InstructionBuilder.of(Op.PRINTF, Type.I32).from(Operand.register(quotient)).build());
        });
  }

  private static GcnKernel lower(DeviceSpec spec, Kernel kernel) {
    return new GcnLowering(Specs.chip("gfx942", spec)).lower(kernel);
  }

  private static long count(GcnKernel code, int block, String mnemonic) {
    String text = code.assembly();
    int from = text.indexOf(".L" + block + ":");
    int to = text.indexOf(".L" + (block + 1) + ":");
    return text.substring(from, to < 0 ? text.length() : to)
        .lines()
        .filter(l -> l.strip().startsWith(mnemonic))
        .count();
  }

  @Test
  void theReciprocalOfADivisorThatALoopDoesNotChangeIsMadeBeforeIt() {
    GcnKernel code = lower(MI300A, dividing(true, false, Special.GROUP_ID_X));
    assertThat(count(code, 0, "v_rcp")).isOne();
    assertThat(count(code, 1, "v_")).isZero();
    assertThat(count(code, 1, "s_mul")).isEqualTo(2);
    GcnKernel vector = lower(MI300A, dividing(true, false, Special.LOCAL_ID_X));
    assertThat(count(vector, 0, "v_rcp")).isOne();
    assertThat(count(vector, 1, "v_")).isEqualTo(11);
  }

  @Test
  void theFigureLeavesReciprocalsInTheLoop() {
    DeviceSpec spec = MI300A.with("compiler.without", "hoisted_reciprocals");
    GcnKernel code = lower(spec, dividing(true, false, Special.GROUP_ID_X));
    assertThat(count(code, 0, "v_rcp")).isZero();
    assertThat(count(code, 1, "v_")).isEqualTo(5);
  }

  @Test
  void signsCostTwoMoreOfADividendThatCountsFromZero() {
    long unsigned = scalars(dividing(true, false, Special.LOCAL_SIZE_X));
    assertThat(scalars(dividing(true, true, Special.LOCAL_SIZE_X)) - unsigned).isEqualTo(2);
  }

  private static long scalars(Kernel kernel) {
    return count(lower(MI300A, kernel), 1, "s_");
  }
}
