// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.kernel.ir.Kernel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Time of atomics that all add to one word. */
class AtomicsTest {
  private static final int BLOCKS = 32;
  private static final int THREADS = 128;

  private static final Kernel WITH_RESULT =
      Board.storing("atom.global.add.u32 %r6, [%rd1], 1;", "%r6");
  private static final Kernel WITHOUT_RESULT = Board.kernel("", "red.global.add.u32 [%rd1], 1;");

  @ParameterizedTest(name = "{0}, with a result: {1}")
  @CsvSource({"gtx280, true", "gtx280, false", "8800gt, true", "8800gt, false"})
  void areServedOneAfterTheOther(String id, boolean withResult) {
    long before = 0;
    for (int cost : new int[] {1, 4, 16, 64, 128, 256}) {
      Board board = new Board(id, "atomics.same_address=" + cost + "cycles");
      long clocks = board.run(withResult ? WITH_RESULT : WITHOUT_RESULT, BLOCKS, THREADS).clocks();
      // Below the memory's own time for each, the order of its reads and writes may differ.
      long least = cost < 16 ? before * 99 / 100 : before;
      assertThat(clocks).as("cost %d", cost).isGreaterThanOrEqualTo(least);
      before = clocks;
      if (cost >= 64) {
        double serial = (double) BLOCKS * THREADS * cost;
        assertThat(clocks / serial).as("cost %d", cost).isCloseTo(1, within(0.02));
      }
    }
  }
}
