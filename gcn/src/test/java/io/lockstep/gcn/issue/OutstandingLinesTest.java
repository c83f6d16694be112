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
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A compute unit gets from the L2 as much as the lines that its L1 may miss bring within the L2's
 * latency: 26.7 to 28.5 TB/s of 304 units of an MI300X at 2.1 GHz are 42 to 45 bytes a clock and
 * unit (RRZE-HPC gpu-benches, gpu-cache), a line of 128 bytes in 2.9 to 3.1 clocks.
 */
class OutstandingLinesTest {
  private static final int UNIT_BYTES = 32 << 10; // of a turn: 256 lanes, a line each
  private static final int TURNS_BEFORE_REUSE = 8; // larger than the L1

  /** Clocks of a line for a unit whose four wavefronts load a line a lane, from the L2. */
  private static double clocks(DeviceSpec spec) {
    Kernel kernel =
        Bench.loop(
            (b, block, pointer, thread) ->
                b.add(
                    block,
                    InstructionBuilder.of(Op.LOAD, Type.I32)
                        .to(b.register(Type.I32, "%v"))
                        .from(Operand.register(pointer))
                        .memory(
                            new MemoryAccess(
                                Space.GLOBAL, Type.I32, 1, 0, 0, MemoryAccess.Qualifiers.VOLATILE))
                        .build()));
    long[] ticks = new long[2];
    for (int k = 0; k < 2; k++) {
      long[] bases = new long[20 + 40 * k];
      for (int i = 0; i < bases.length; i++) {
        bases[i] = (1L << 40) + (long) UNIT_BYTES * (i % TURNS_BEFORE_REUSE);
      }
      var record = Bench.record(0, 256, bases.length, 1, new long[][] {bases}, 128);
      ticks[k] = Bench.run(spec, kernel, 256, List.of(record)).ticks();
    }
    return (ticks[1] - ticks[0]) / (40.0 * 256);
  }

  @Test
  void aLoneUnitGetsALineFromTheL2InTheTimeThatItsOutstandingLinesAllow() {
    DeviceSpec spec = Specs.of("mi300x");
    assertThat(clocks(spec)).isCloseTo(3, within(0.35));
    assertThat(clocks(spec.with("l1.misses", "256"))).isLessThan(2.2);
  }
}
