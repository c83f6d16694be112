// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.testsupport.PtxBoard.Run;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Code from a multiprocessor's instruction cache: 4 KiB in lines of 256 bytes, 81 clocks to the
 * cluster's cache (Wong et al. 2010, as recalled). An instruction takes 8 bytes.
 */
class CodeFetchTest {
  private static final String ADD = "add.s32 %r6, %r6, %r5;\n";
  private static final String BEAT = "dram.clock=648MHz"; // of the memory: a clock, no rounding
  private final Board cold = new Board("gtx280", "instruction_cache.ahead=0", BEAT);
  private final Board warm = Board.withCodeAtHand("gtx280", BEAT);

  private static Kernel straight(int instructions) {
    return Board.storing("mov.u32 %r6, 1;\n" + ADD.repeat(instructions), "%r6");
  }

  private static Kernel loop(int instructions, int trips) {
    return Board.storing(
        "mov.u32 %r6, 1; mov.u32 %r7, 0;\nL1:\n"
            + ADD.repeat(instructions)
            + "add.s32 %r7, %r7, 1; setp.lt.s32 %p1, %r7, "
            + trips
            + "; @%p1 bra L1;",
        "%r6");
  }

  @Test
  @DisplayName("each new line of 32 instructions costs a warp 81 clocks")
  void eachNewLineOf32InstructionsCostsAWarp81Clocks() {
    long few = cold.run(straight(64), 1, 32).clocks() - warm.run(straight(64), 1, 32).clocks();
    long many = cold.run(straight(384), 1, 32).clocks() - warm.run(straight(384), 1, 32).clocks();
    assertThat(many - few).isEqualTo(10 * 81);
  }

  @Test
  @DisplayName("warps at the same place share the lines that the first of them fetches")
  void warpsAtTheSamePlaceShareTheLinesThatTheFirstFetches() {
    Run one = cold.run(straight(384), 1, 32);
    Run eight = cold.run(straight(384), 1, 256);
    assertThat(eight.get("fetch.lookups") - eight.get("fetch.hits"))
        .isEqualTo(one.get("fetch.lookups") - one.get("fetch.hits"));
    assertThat(eight.get("fetch.hits")).isGreaterThan(one.get("fetch.hits"));
  }

  @Test
  @DisplayName("a loop that fits is fetched once; one that does not is fetched on every trip")
  void aLoopThatFitsIsFetchedOnceAndALongerOneOnEveryTrip() {
    Run fits = cold.run(loop(384, 20), 1, 32);
    assertThat(fits.get("fetch.evictions")).isZero();
    assertThat(fits.get("fetch.lookups") - fits.get("fetch.hits")).isLessThan(16);
    // 640 instructions are 20 lines of 16; the least recently used is always the next one needed.
    Run longer = cold.run(loop(640, 20), 1, 32);
    assertThat(longer.get("fetch.evictions")).isGreaterThan(19 * 18);
    assertThat(longer.get("issue.fetch")).isGreaterThan(19 * 18 * 57);
  }

  @Test
  @DisplayName("with the next line fetched ahead, straight code waits for its first line only")
  void withTheNextLineFetchedAheadStraightCodeWaitsForItsFirstLineOnly() {
    Board ahead = new Board("gtx280", BEAT);
    // 32 dependent sums take 768 clocks, far more than the 81 of the line behind them.
    long cost = ahead.run(straight(384), 1, 32).clocks() - warm.run(straight(384), 1, 32).clocks();
    assertThat(cost).isEqualTo(81);
  }

  @Test
  @DisplayName("without latency no clock is spent on code")
  void withoutLatencyNoClockIsSpentOnCode() {
    assertThat(warm.run(straight(384), 4, 128).get("issue.fetch")).isZero();
    assertThat(cold.run(straight(384), 4, 128).get("issue.fetch")).isPositive();
  }
}
