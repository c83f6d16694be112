// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.gcn.Bench;
import io.lockstep.gcn.Specs;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Time of atomics on shared words; devices with one die serve them in the L2, others behind it. */
class AtomicsTest {
  private static final int GROUPS = 32; // more than there are dies
  private static final int SIZE = 64;
  private static final int TURNS = 2;
  private static final long BUFFER = 1L << 40;

  private static Kernel add(boolean withResult) {
    return Bench.loop(
        (b, block, pointer, thread) -> {
          InstructionBuilder add =
              InstructionBuilder.of(Op.ATOMIC, Type.I32)
                  .atomic(AtomicOp.ADD)
                  .memory(new MemoryAccess(Space.GLOBAL, Type.I32, 1, 0, 0))
                  .from(Operand.register(pointer), Operand.immediate(1));
          if (withResult) {
            int before = b.register(Type.I32, "%before");
            b.add(block, add.to(before).build());
            b.add(
                block,
                InstructionBuilder.of(Op.PRINTF, Type.I32).from(Operand.register(before)).build());
          } else {
            b.add(block, add.build());
          }
        });
  }

  private static long clocks(
      String device, boolean withResult, int cost, int groups, long shift, int stride) {
    List<WorkGroupRecord> records = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      long[] base = new long[TURNS];
      java.util.Arrays.fill(base, BUFFER + g * shift);
      records.add(Bench.record(g, SIZE, TURNS, 1, new long[][] {base}, stride));
    }
    return Bench.run(
            Specs.of(device).with("atomics.same_address", cost + "cycles"),
            add(withResult),
            SIZE,
            records)
        .ticks();
  }

  @ParameterizedTest(name = "{0}, with a result: {1}")
  @CsvSource({"mi100, true", "mi210, false", "mi300a, true", "mi300a, false", "mi300x, false"})
  void onOneWordAreServedOneAfterTheOther(String device, boolean withResult) {
    long before = 0;
    for (int cost : new int[] {1, 4, 16, 64, 128, 256}) {
      long clocks = clocks(device, withResult, cost, GROUPS, 0, 0);
      assertThat(clocks).as("cost %d", cost).isGreaterThanOrEqualTo(before);
      before = clocks;
      if (cost >= 32) {
        double serial = (double) GROUPS * SIZE * TURNS * cost;
        assertThat(clocks / serial).as("cost %d", cost).isCloseTo(1, within(0.02));
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"mi100", "mi300a"})
  void onWordsThatWavefrontsShareInPartWaitForThoseAlone(String device) {
    // Each wavefront on 64 words; the next begins one word on, so that word n is in up to 64.
    long shared = clocks(device, false, 256, GROUPS, 4, 4);
    assertThat(shared).isBetween(GROUPS * TURNS * 256L, GROUPS * TURNS * 256L * 14 / 10);
    assertThat(clocks(device, false, 256, GROUPS, 256, 4)).isLessThan(TURNS * 256L + 8000);
  }

  @Test
  void bypassTheL2WhereDiesHaveEachTheirOwn() {
    List<WorkGroupRecord> one = List.of(Bench.record(0, SIZE, 1, 1, new long[][] {{BUFFER}}, 0));
    Bench.Outcome dies = Bench.run(Specs.of("mi300a"), add(true), SIZE, one);
    Bench.Outcome single = Bench.run(Specs.of("mi210"), add(true), SIZE, one);
    assertThat(dies.count("l2.atomics")).isEqualTo(1);
    assertThat(single.count("l2.atomics")).isEqualTo(1);
    long line = Specs.of("mi210").value("l2.sector");
    long arguments = dies.count("l2.fetched_bytes");
    assertThat(single.count("l2.fetched_bytes") - line).isPositive().isLessThanOrEqualTo(arguments);
    assertThat(dies.count("mall.lookups")).isPositive();
  }
}
