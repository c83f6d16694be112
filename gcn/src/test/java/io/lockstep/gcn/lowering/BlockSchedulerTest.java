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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Loads under way at a time. LLVM 19 keeps those in flight for which full occupancy has registers:
 * of 32 loads of 16 bytes, each from the address of the one before plus a step, 2 on gfx908 (19
 * registers, full occupancy at 24) and 12 on gfx90a (60 of 64).
 */
class BlockSchedulerTest {
  private static final int LOADS = 32;

  /** Sums of what lies at a pointer that a step moves on. */
  private static Kernel walking() {
    return Bench.loop(
        (b, block, pointer, thread) -> {
          int[] sums = new int[4];
          for (int k = 0; k < 4; k++) {
            sums[k] = b.register(Type.F32, "%sum" + k);
          }
          int step = b.register(Type.PTR, "%step");
          b.add(
              0,
              InstructionBuilder.of(Op.ADD, Type.PTR)
                  .to(step)
                  .from(Operand.register(pointer), Operand.register(pointer))
                  .build());
          int at = pointer;
          for (int l = 0; l < LOADS; l++) {
            int next = b.register(Type.PTR, "%at" + l);
            Integer[] values = new Integer[4];
            for (int k = 0; k < 4; k++) {
              values[k] = b.register(Type.F32, "%v" + l + "_" + k);
            }
            b.add(
                block,
                InstructionBuilder.of(Op.ADD, Type.PTR)
                    .to(next)
                    .from(Operand.register(at), Operand.register(step))
                    .build());
            b.add(
                block,
                InstructionBuilder.of(Op.LOAD, Type.F32)
                    .to(values)
                    .from(Operand.register(next))
                    .memory(new MemoryAccess(Space.GLOBAL, Type.F32, 4, l, 0))
                    .build());
            for (int k = 0; k < 4; k++) {
              b.add(
                  block,
                  InstructionBuilder.of(Op.ADD, Type.F32)
                      .to(sums[k])
                      .from(Operand.register(sums[k]), Operand.register(values[k]))
                      .build());
            }
            at = next;
          }
          for (int sum : sums) {
            b.add(
                2, InstructionBuilder.of(Op.PRINTF, Type.F32).from(Operand.register(sum)).build());
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"mi100, 2, 4, 24", "mi210, 9, 13, 64", "mi300a, 9, 13, 64"})
  void loadsAreUnderWayAsFarAsFullOccupancyHasRegisters(
      String device, int least, int most, int registers) {
    GcnKernel code = lowered(Specs.of(device));
    List<Integer> left = leftByWaits(code);
    assertThat(left.stream().sorted().skip(left.size() / 2).findFirst().orElse(0) + 1)
        .isBetween(least, most);
    assertThat(code.registers()).isLessThanOrEqualTo(registers);
  }

  @Test
  void withoutEarlyLoadsEachLoadIsWaitedForBeforeTheNext() {
    GcnKernel code = lowered(Specs.of("mi300a").with("compiler.without", "early_loads"));
    assertThat(leftByWaits(code)).hasSize(LOADS).containsOnly(0);
  }

  private static GcnKernel lowered(DeviceSpec spec) {
    return new GcnLowering(Specs.chip(spec)).lower(walking());
  }

  /** Loads that each wait leaves under way. */
  private static List<Integer> leftByWaits(GcnKernel code) {
    return code.assembly()
        .lines()
        .filter(l -> l.contains("vmcnt("))
        .map(l -> Integer.parseInt(l.replaceAll(".*vmcnt\\((\\d+)\\).*", "$1")))
        .toList();
  }
}
