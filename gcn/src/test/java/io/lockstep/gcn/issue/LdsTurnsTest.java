// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The two pairs of SIMDs, each with a port of 64 bytes a clock, take turns at the banks of the LDS,
 * which move 128 (ROCm Compute Profiler documentation).
 */
class LdsTurnsTest {
  private static final int BODY = 16;
  private static final int SAME_BANK = 128; // bytes between lanes
  private static final DeviceSpec TURNS = Specs.of("mi300a");
  private static final DeviceSpec NO_TURNS = TURNS.with("lds.turns", "1");

  /** Clocks of the unit for each load, of so many wavefronts whose loads do not wait. */
  private static double clocks(DeviceSpec spec, int wavefronts, int laneStride) {
    Kernel kernel =
        Bench.loop(
            (b, block, pointer, thread) -> {
              for (int i = 0; i < BODY; i++) {
                b.add(
                    block,
                    InstructionBuilder.of(Op.LOAD, Type.I32)
                        .to(b.register(Type.I32, "%v" + i))
                        .from(Operand.register(thread))
                        .memory(
                            new MemoryAccess(
                                Space.LOCAL,
                                Type.I32,
                                1,
                                i,
                                64 * i,
                                MemoryAccess.Qualifiers.VOLATILE))
                        .build());
              }
            });
    long[] ticks = new long[2];
    for (int k = 0; k < 2; k++) {
      long[][] addresses = new long[BODY][20 * (k + 1)];
      for (long[] a : addresses) {
        Arrays.fill(a, 0);
      }
      var record =
          Bench.record(0, 64 * wavefronts, addresses[0].length, BODY, addresses, laneStride);
      ticks[k] = Bench.run(spec, kernel, 64 * wavefronts, List.of(record)).ticks();
    }
    return (ticks[1] - ticks[0]) / (20.0 * BODY * wavefronts);
  }

  @Test
  void conflictsOfALoneWavefrontTakeTwoClocksForEachPass() {
    assertThat(clocks(TURNS, 1, SAME_BANK)).isCloseTo(128, within(6.0));
    assertThat(clocks(NO_TURNS, 1, SAME_BANK)).isCloseTo(64, within(6.0));
  }

  @Test
  void bothPairsAtWorkUseEveryClockOfTheBanks() {
    assertThat(clocks(TURNS, 4, SAME_BANK)).isCloseTo(64, within(2.0));
    assertThat(clocks(NO_TURNS, 4, SAME_BANK)).isCloseTo(64, within(2.0));
  }

  @Test
  void accessesWithoutConflictsTakeTheClocksOfThePorts() {
    assertThat(clocks(TURNS, 1, 4)).isCloseTo(clocks(NO_TURNS, 1, 4), within(0.5));
    assertThat(clocks(TURNS, 4, 4)).isCloseTo(clocks(NO_TURNS, 4, 4), within(0.5));
  }
}
