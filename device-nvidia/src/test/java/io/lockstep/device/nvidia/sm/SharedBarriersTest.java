// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.sm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.testsupport.PtxBoard;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times of barriers in shared memory. */
class SharedBarriersTest {
  private static final String MODULE = ".shared .align 16 .b64 bar[2];\n.shared .b8 s[16384];";
  private static final String INIT =
      "setp.ne.u32 %p1, %r2, 0;\n@%p1 bra made;\nmbarrier.init.shared.b64 [bar], COUNT;\n"
          + "mbarrier.init.shared.b64 [bar+8], COUNT;\nmade: bar.sync 0;\n";
  private static final long BYTES = 1 << 22;
  private static final int COPYING_BLOCKS = 2000; // more than fit at once

  private static long clocks(PtxBoard board, int threads, String body) {
    Kernel kernel = PtxBoard.kernel(MODULE, body + "st.global.u32 [%rd5], %r13;\n");
    return board.run(kernel, 1, threads, 16, BYTES, null).clocks();
  }

  private static Board board(String device) {
    return new Board(device, "l0.latency=0cycles", "instruction_cache.latency=0cycles");
  }

  private static String init(int count) {
    return INIT.replace("COUNT", "" + count);
  }

  private static String work(int steps) {
    return "fma.rn.f32 %f1, %f1, %f1, %f1;\n".repeat(steps);
  }

  /** FlashGPU-Sim's calibration notes of an H200, the same chip: 6 cycles for mbarrier.arrive. */
  @Test
  void aThreadArrivesEverySixClocksOnHopper() {
    Board board = board("h100_sxm");
    String arrive = "mbarrier.arrive.shared.b64 _, [bar];\n";
    long few = clocks(board, 1, init(1000) + arrive.repeat(32));
    long many = clocks(board, 1, init(1000) + arrive.repeat(96));
    assertThat((many - few) / 64.0).isCloseTo(6, within(0.5));
  }

  /** A warp works, then arrives; another waits for it, and works. */
  private static String chain(int before, int after) {
    return init(32)
        + "mov.f32 %f1, %f0;\nmov.u32 %r13, 1;\nsetp.ge.u32 %p2, %r2, 32;\n@%p2 bra second;\n"
        + work(before)
        + "st.shared.f32 [s], %f1;\nmbarrier.arrive.shared.b64 _, [bar];\nbra out;\nsecond:\n"
        + "wait: mbarrier.test_wait.parity.shared.b64 %p3, [bar], 0;\n@!%p3 bra wait;\n"
        + "ld.shared.f32 %f1, [s];\n"
        + work(after)
        + "st.global.f32 [%rd4], %f1;\nout:\n";
  }

  @ParameterizedTest
  @ValueSource(strings = {"a100", "h100_sxm", "rtx4090", "rtx5090"})
  void aTestWaitsForTheArrivalsOfTheOtherWarp(String device) {
    Board board = board(device);
    long none = clocks(board, 64, chain(1, 1));
    long first = clocks(board, 64, chain(301, 1));
    long both = clocks(board, 64, chain(301, 301));
    assertThat(first - none).isCloseTo(1200, within(20L));
    assertThat(both - first).isCloseTo(1200, within(20L));
  }

  @Test
  void aTestDoesNotWaitForAnotherBarrier() {
    Board board = board("h100_sxm");
    String other = chain(301, 301).replace("test_wait.parity.shared.b64 %p3, [bar], 0", "TEST");
    String branch = "@%p2 bra second;\n";
    String early = other.replace(branch, branch + "mbarrier.arrive.shared.b64 _, [bar+8];\n");
    String wait = "test_wait.parity.shared.b64 %p3, [bar+8], 0";
    long apart = clocks(board, 64, early.replace("TEST", wait));
    assertThat(clocks(board, 64, chain(301, 301))).isGreaterThan(apart + 1000);
  }

  /** A warp copies, and another reads the copy once the copies have arrived at the barrier. */
  private static String copies(String arrive) {
    return init(32)
        + "mov.u32 %r13, 1;\nshl.b32 %r11, %r2, 4;\nmov.u32 %r10, s;\nadd.s32 %r12, %r10, %r11;\n"
        + "mul.wide.u32 %rd6, %r2, 16;\nadd.s64 %rd7, %rd1, %rd6;\n"
        + "setp.ge.u32 %p2, %r2, 32;\n@%p2 bra second;\n"
        + "cp.async.cg.shared.global [%r12], [%rd7+1048576], 16;\n"
        + arrive
        + "cp.async.cg.shared.global [%r12+4096], [%rd7+2097152], 16;\nbra out;\nsecond:\n"
        + "wait: mbarrier.test_wait.parity.shared.b64 %p3, [bar], 0;\n@!%p3 bra wait;\n"
        + "ld.shared.u32 %r13, [s];\nst.global.u32 [%rd4+8192], %r13;\nout:\n";
  }

  @ParameterizedTest
  @ValueSource(strings = {"a100", "h100_sxm"})
  void anArrivalBehindCopiesIsPerformedWhenTheyAreDone(String device) {
    Board board = board(device);
    long now = clocks(board, 64, copies("mbarrier.arrive.shared.b64 _, [bar];\n"));
    String copied = "cp.async.mbarrier.arrive.noinc.shared.b64 [bar];\n";
    assertThat(clocks(board, 64, copies(copied))).isGreaterThan(now + 200);
  }

  /**
   * A warp ends while its copies, for which its arrival waits, are under way. A warp of a block
   * without barriers takes its slot, so no later arrival there performs the old one as well.
   */
  @ParameterizedTest
  @ValueSource(strings = {"a100", "h100_sxm"})
  void anArrivalThatAnEndedWarpLeftIsPerformedWhenAnotherWarpTakesItsSlot(String device) {
    String copying = copies("cp.async.mbarrier.arrive.noinc.shared.b64 [bar];\n");
    String plain = "setp.ge.u32 %p4, %r3, " + COPYING_BLOCKS + ";\n@%p4 bra out;\n";
    Kernel kernel = PtxBoard.kernel(MODULE, plain + copying + "st.global.u32 [%rd5], %r2;\n");
    assertThatCode(() -> board(device).run(kernel, 2 * COPYING_BLOCKS, 64, 16, BYTES, null))
        .doesNotThrowAnyException(); // a launch that does not end is an error
  }

  @Test
  void manyBlocksWithBarriersComeToTheirEnd() {
    Kernel kernel = PtxBoard.kernel(MODULE, chain(20, 20) + "st.global.u32 [%rd5], %r13;\n");
    long one = board("a100").run(kernel, 1, 64, 16, BYTES, null).clocks();
    assertThat(board("a100").run(kernel, 4000, 64, 16, BYTES, null).clocks()).isGreaterThan(one);
  }
}
