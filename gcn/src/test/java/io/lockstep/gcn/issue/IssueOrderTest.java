// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.gcn.Bench;
import io.lockstep.gcn.Specs;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Type;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What issues together, and who goes first: at most one instruction of each category at a visit,
 * each from another wavefront (ROCm Compute Profiler, pipeline descriptions).
 */
class IssueOrderTest {
  private static final int BODY = 64;
  private static final double LOOP = 4 + 4 + 16; // a scalar add, a compare and a taken branch

  private static final Kernel KERNEL =
      Bench.loop(
          (b, block, pointer, thread) ->
              Bench.arithmetic(b, block, thread, Op.XOR, Type.I32, BODY, true));

  /** Clocks of an iteration with so many wavefronts on each of four SIMDs. */
  private static double clocks(int wavefronts) {
    return (ticks(wavefronts, 150) - ticks(wavefronts, 50)) / 100.0;
  }

  private static long ticks(int wavefronts, int iterations) {
    int items = 4 * 64 * wavefronts;
    var record = Bench.record(0, items, iterations, 0, new long[0][], 0);
    return Bench.run(Specs.of("mi300a"), KERNEL, items, List.of(record)).ticks();
  }

  @ParameterizedTest(name = "{0} wavefronts on a SIMD")
  @ValueSource(ints = {1, 2, 4})
  void scalarWorkHidesBehindVectorWorkExceptInTheYoungestWavefront(int wavefronts) {
    // Scalar instructions and branches hide behind the next wavefront's vector instructions. But
    // the oldest goes first, so the youngest is left alone in the end, and its own do not hide.
    assertThat(clocks(wavefronts)).isCloseTo(4 * BODY * wavefronts + LOOP, within(4.0));
  }
}
