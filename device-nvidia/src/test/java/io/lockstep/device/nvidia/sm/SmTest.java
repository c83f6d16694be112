// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.sm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.device.nvidia.lowering.PlainCode;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.testsupport.PtxBoard;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Latencies and rates of instructions, by the time that more of the same code takes. */
class SmTest {
  private static final String[] NO_FETCH = {
    "l0.latency=0cycles", "instruction_cache.latency=0cycles"
  };
  private final Board dependent = new Board(new PlainCode(4, true), NO_FETCH);
  private final Board independent = new Board(new PlainCode(1, false), NO_FETCH);

  @Test
  @DisplayName("a stall count of 4 lets one warp issue every 4 clocks, and 8 warps share the pipe")
  void aStallCountSpacesTheInstructionsOfAWarp() {
    String line = "fma.rn.f32 %f1, %f1, %f1, %f0;";
    String before = "mov.f32 %f1, %f0;";
    assertThat(dependent.clocksPerLine(1, 32, before, line, "%f1")).isCloseTo(4, within(0.1));
    assertThat(dependent.clocksPerLine(1, 256, before, line, "%f1")).isCloseTo(4, within(0.1));
    assertThat(dependent.clocksPerLine(1, 512, before, line, "%f1")).isCloseTo(8, within(0.1));
  }

  @Test
  @DisplayName("a pipe of 16 lanes takes a warp every second clock")
  void aPipeTakesAWarpEverySecondClock() {
    String line = "fma.rn.f32 %f1, %f1, %f1, %f0;";
    assertThat(independent.clocksPerLine(1, 32, "mov.f32 %f1, %f0;", line, "%f1"))
        .isCloseTo(2, within(0.1));
  }

  @Test
  @DisplayName("a load that hits the first level answers after 33 clocks")
  void aLoadThatHitsAnswersAfter33Clocks() {
    String line = "ld.global.b32 %r6, [%rd4];";
    assertThat(dependent.clocksPerLine(1, 32, "mov.u32 %r6, %r5;", line, "%r6"))
        .isCloseTo(33, within(0.5));
  }

  @Test
  @DisplayName("words of a warp leave the first level one warp a clock")
  void theFirstLevelServesAWarpAClock() {
    String line = "ld.global.b32 %r6, [%rd4];";
    assertThat(independent.clocksPerLine(1, 1024, "mov.u32 %r6, %r5;", line, "%r6") / 32)
        .isCloseTo(1.0, within(0.05));
  }

  @Test
  @DisplayName("four sub-partitions with 8 warps each: 32 warps take the pipes 16 clocks")
  void fourSubPartitionsIssueAtOnce() {
    String line = "fma.rn.f32 %f1, %f1, %f1, %f0;";
    assertThat(independent.clocksPerLine(1, 1024, "mov.f32 %f1, %f0;", line, "%f1"))
        .isCloseTo(16, within(0.2));
  }

  @Test
  @DisplayName("products of integers take one half of the pipe, whatever the other one is")
  void productsOfIntegersTakeHalfOfThePipe() {
    String single = "fma.rn.f32 %f1, %f1, %f1, %f0;";
    String product = "mul.lo.s32 %r6, %r6, %r5;";
    for (String shares : List.of("false", "true")) {
      Board wide =
          new Board(
              new PlainCode(1, false), "issue.interval=1cycles", "issue.fma_shares_alu=" + shares);
      assertThat(wide.clocksPerLine(1, 1024, "mov.f32 %f1, %f0;", single, "%f1"))
          .isCloseTo(8, within(0.2));
      assertThat(wide.clocksPerLine(1, 1024, "mov.u32 %r6, %r5;", product, "%r6"))
          .isCloseTo(16, within(0.2));
    }
  }

  @Test
  @DisplayName("special functions take 8 clocks of their pipe, their results 18")
  void specialFunctionsTake8ClocksOfTheirPipe() {
    String line = "rsqrt.approx.f32 %f1, %f1;";
    String before = "mov.f32 %f1, %f0;";
    assertThat(dependent.clocksPerLine(1, 32, before, line, "%f1")).isCloseTo(18, within(0.1));
    assertThat(independent.clocksPerLine(1, 32, before, line, "%f1")).isCloseTo(8, within(0.1));
  }

  @Test
  @DisplayName("a load of shared memory answers after 23 clocks, with a 4-way conflict after 26")
  void conflictsDelayALoadOfSharedMemory() {
    String module = ".shared .align 4 .b8 s[4096];";
    String before = "mov.u32 %r7, s;\nmul.lo.u32 %r8, %r2, STRIDE;\nadd.u32 %r7, %r7, %r8;\n";
    assertThat(shared(before.replace("STRIDE", "4"), module)).isCloseTo(23, within(0.1));
    assertThat(shared(before.replace("STRIDE", "16"), module)).isCloseTo(26, within(0.1));
    assertThat(shared(before.replace("STRIDE", "0"), module)).isCloseTo(23, within(0.1));
  }

  private double shared(String before, String module) {
    long[] clocks = new long[2];
    for (int k = 0; k < 2; k++) {
      String body = before + "ld.shared.b32 %r6, [%r7];\n".repeat(20 + 80 * k);
      clocks[k] =
          dependent.run(Board.kernel(module, body + "st.global.b32 [%rd5], %r6;"), 1, 32).clocks();
    }
    return (clocks[1] - clocks[0]) / 80.0;
  }

  @Test
  @DisplayName("an atomic answers after the latency of the second level")
  void whatBypassesTheFirstLevelTakesTheLatencyOfTheSecond() {
    String line = "atom.global.add.u32 %r6, [%rd4], %r6;";
    double near =
        new Board(new PlainCode(4, true), "l2.partitions=1")
            .clocksPerLine(1, 1, "mov.u32 %r6, %r5;", line, "%r6");
    assertThat(near).isBetween(200.0, 250.0);
  }

  @Test
  @DisplayName("a barrier holds the warps of a block until the last one arrives")
  void aBarrierHoldsTheWarpsOfABlock() {
    double one = dependent.clocksPerLine(1, 32, "mov.u32 %r6, %r5;", "bar.sync 0;", "%r6");
    assertThat(one).isBetween(20.0, 30.0);
  }

  @Test
  @DisplayName("a barrier takes 16 lanes of the multiprocessor a clock, whichever sub-partition")
  void aBarrierTakes16LanesAClock() {
    double one = dependent.clocksPerLine(1, 32, "mov.u32 %r6, %r5;", "bar.sync 0;", "%r6");
    double many = dependent.clocksPerLine(1, 1024, "mov.u32 %r6, %r5;", "bar.sync 0;", "%r6");
    assertThat(many - one).isCloseTo(31 * 2, within(2.0));
  }

  @Test
  @DisplayName("a shuffle takes its own clocks of the memory unit, not those of accesses")
  void aShuffleTakesItsOwnClocks() {
    String line = "shfl.sync.bfly.b32 %r6, %r6, 1, 0x1f, -1;";
    for (int clocks : new int[] {1, 2}) {
      Board board = rated("memory.shared_interval=4cycles", "issue.shuffle=" + clocks + "cycles");
      assertThat(board.clocksPerLine(1, 1024, "mov.u32 %r6, %r5;", line, "%r6"))
          .isCloseTo(32 * clocks, within(0.5));
    }
  }

  @Test
  @DisplayName("a sum over a warp takes 8 clocks of its sub-partition's unit")
  void aReductionTakes8ClocksOfItsUnit() {
    String line = "redux.sync.add.s32 %r6, %r6, -1;";
    assertThat(rated().clocksPerLine(1, 1024, "mov.u32 %r6, %r5;", line, "%r6"))
        .isCloseTo(8 * 8, within(8.0));
  }

  @Test
  @DisplayName("the unit of doubles converts 64-bit types where the device says so")
  void theUnitOfDoublesConverts64BitTypes() {
    String before = "cvt.f64.f32 %fd1, %f0; mov.f32 %f1, %f0;";
    String line = "cvt.rn.f32.f64 %f1, %fd1; cvt.f64.f32 %fd1, %f1;";
    Board special = rated("issue.double_converts=false");
    assertThat(special.clocksPerLine(1, 1024, before, line, "%f1"))
        .isCloseTo(2 * 8 * 8, within(5.0));
    Board shared =
        rated("issue.double_converts=true", "issue.double=16cycles", "issue.double_shared=true");
    assertThat(shared.clocksPerLine(1, 1024, before, line, "%f1"))
        .isCloseTo(2 * 32 * 16, within(20.0));
  }

  @Test
  @DisplayName("a float becomes an integer in the unit of special functions")
  void aFloatBecomesAnIntegerInTheUnitOfSpecialFunctions() {
    String line = "cvt.rzi.s32.f32 %r6, %f1; mov.b32 %f1, %r6;";
    assertThat(rated().clocksPerLine(1, 1024, "mov.f32 %f1, %f0;", line, "%f1"))
        .isCloseTo(8 * 8, within(3.0));
  }

  /** A board whose code has the control bits of its lowering, and is at hand. */
  private static Board rated(String... overrides) {
    List<String> all = new ArrayList<>(List.of(NO_FETCH));
    all.addAll(List.of(overrides));
    return new Board("a100", all.toArray(String[]::new));
  }

  @Test
  @DisplayName("a load that misses all caches answers after about dram.load_to_use")
  void aLoadFromDramAnswersAfterItsLatency() {
    long[] clocks = new long[2];
    for (int k = 0; k < 2; k++) {
      StringBuilder body = new StringBuilder();
      for (int i = 0; i < 40 + 160 * k; i++) {
        body.append("ld.global.b32 %r6, [%rd4+" + 4096 * i + "];\n");
      }
      clocks[k] = dependent.run(Board.storing(body.toString(), "%r6"), 1, 1).clocks();
    }
    assertThat((clocks[1] - clocks[0]) / 160.0).isCloseTo(547, within(40.0));
  }

  @Test
  @DisplayName("a fence waits until the warp's stores are acknowledged")
  void aFenceWaitsForTheStoresOfTheWarp() {
    String before = "mov.u32 %r6, %r5;";
    double alone = dependent.clocksPerLine(1, 32, before, "membar.gl;", "%r6");
    String both = "st.global.b32 [%rd5], %r6;\nmembar.gl;";
    assertThat(dependent.clocksPerLine(1, 32, before, both, "%r6")).isGreaterThan(alone + 100);
  }

  @ParameterizedTest
  @CsvSource({"membar.cta, 20", "membar.gl, 186", "membar.sys, 2900"})
  @DisplayName("a fence without stores takes the time of its scope")
  void aFenceTakesTheTimeOfItsScope(String fence, double clocks) {
    Board board = new Board("a100");
    double one = board.clocksPerLine(1, 32, "mov.u32 %r6, %r5;", fence + ";", "%r6");
    assertThat(one).isBetween(clocks, clocks + 20);
  }

  @ParameterizedTest
  @CsvSource({"membar.cta, 33", "membar.gl, 206", "fence.acq_rel.gpu, 206"})
  @DisplayName("a fence beyond the block empties the first level, so that loads behind it miss")
  void aFenceBeyondTheBlockEmptiesTheFirstLevel(String fence, double clocks) {
    Board board = new Board("a100", "l2.partitions=1");
    String before = "ld.global.b32 %r6, [%rd4];";
    double alone = board.clocksPerLine(1, 1, before, fence + ";", "%r6");
    String both = fence + ";\nld.global.b32 %r6, [%rd4];\nadd.u32 %r7, %r6, 1;";
    double load = board.clocksPerLine(1, 1, before, both, "%r7") - alone;
    assertThat(load).isBetween(clocks - 20, clocks + 60);
  }

  /**
   * Nsight Compute, warp stall reasons: lg_throttle waits for the queue of "local and global"
   * operations, mio_throttle for that of shared memory among others.
   */
  @ParameterizedTest
  @ValueSource(strings = {"v100", "t4", "a100", "rtx3080", "rtx4090", "h100_sxm", "rtx5090"})
  void aFullMemoryQueueIsNamedByTheAccessThatWaits(String device) {
    String global = "st.global.u32 [%rd5+65536], %r5;\n".repeat(64);
    PtxBoard.Run stores = new Board(device).run(PtxBoard.kernel("", global), 1, 1024);
    long waits = stores.get("issue.lg_throttle");
    assertThat(waits).isGreaterThan(1000);
    assertThat(stores.get("issue.mio_throttle")).isLessThan(waits / 100); // of parameters
    String shared =
        "mov.u32 %r8, s;\nmad.lo.u32 %r9, %r2, 8, %r8;\n"
            + "st.shared.u32 [%r9], %r5;\n".repeat(64);
    Kernel kernel =
        PtxBoard.kernel(
            ".shared .b32 s[2048];",
            shared + "ld.shared.u32 %r7, [%r9];\nst.global.u32 [%rd5], %r7;\n");
    PtxBoard.Run own = new Board(device).run(kernel, 1, 1024);
    long ownWaits = own.get("issue.mio_throttle");
    assertThat(ownWaits).isGreaterThan(1000);
    assertThat(own.get("issue.lg_throttle")).isLessThan(ownWaits / 10); // of the last store
  }
}
