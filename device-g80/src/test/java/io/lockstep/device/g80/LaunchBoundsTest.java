// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.g80.code.LoweringOptions;
import io.lockstep.device.g80.code.RegisterLimit;
import io.lockstep.kernel.ir.LaunchBounds;
import io.lockstep.spi.MachineKernel;
import io.lockstep.trace.record.Geometry;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Registers that a kernel's launch bounds and its compiler's command line leave a thread. */
class LaunchBoundsTest {
  private static final LaunchBounds NONE = LaunchBounds.NONE;

  private final Board board = new Board("8800gtx"); // 8192 registers, 768 threads

  private RegisterLimit limit(LaunchBounds bounds, int threads) {
    return RegisterLimit.of(bounds, threads, new LoweringOptions(board.device.spec()));
  }

  // 8192 registers; warps get theirs in pairs, a block in units of 256.
  @ParameterizedTest
  @DisplayName("the registers that let so many of the largest blocks in")
  @CsvSource({"256, 0, 32", "256, 1, 32", "256, 2, 16", "256, 3, 10", "192, 4, 10", "128, 6, 10"})
  void theRegistersThatLetSoManyOfTheLargestBlocksIn(int threads, int blocks, int registers) {
    RegisterLimit limit = limit(new LaunchBounds(List.of(), threads, blocks, 0, 0), 64);
    assertThat(limit.registers()).isEqualTo(registers);
    assertThat(limit.reason())
        .isEqualTo(
            blocks > 1
                ? "so that " + blocks + " blocks of " + threads + " threads fit"
                : "so that a block of 256 threads fits");
  }

  @Test
  @DisplayName("blocks that no multiprocessor has threads for do not count, nor those of no size")
  void blocksThatNoMultiprocessorHasThreadsForDoNotCount() {
    assertThat(limit(new LaunchBounds(List.of(), 256, 4, 0, 0), 64).registers()).isEqualTo(32);
    assertThat(limit(new LaunchBounds(List.of(), 0, 4, 0, 0), 64).registers()).isEqualTo(124);
  }

  @Test
  @DisplayName("a required size is the largest block")
  void aRequiredSizeIsTheLargestBlock() {
    LaunchBounds bounds = new LaunchBounds(List.of(16, 16, 1), 0, 3, 0, 0);
    assertThat(limit(bounds, 256).registers()).isEqualTo(10);
  }

  @ParameterizedTest
  @DisplayName("a limit of the command line is rounded up to four, one of the text is not")
  @CsvSource({"16, 16", "17, 20", "20, 20", "1, 4"})
  void aLimitOfTheCommandLineIsRoundedUpToFour(int given, int registers) {
    assertThat(limit(NONE.withRegisterLimit(given), 64).registers()).isEqualTo(registers);
    assertThat(limit(NONE.withMostRegisters(given), 64).registers()).isEqualTo(given);
  }

  @Test
  @DisplayName("the lowest limit holds, and the launch's own is one of them")
  void theLowestLimitHolds() {
    LaunchBounds bounds = NONE.withMostRegisters(20).withRegisterLimit(18);
    assertThat(limit(bounds, 64).reason()).isEqualTo("as .maxnreg says");
    assertThat(limit(bounds, 512)).isEqualTo(new RegisterLimit(16, "so that a block fits"));
    assertThat(limit(NONE.withRegisterLimit(18), 64).reason())
        .isEqualTo("as max_registers says (18, rounded to 20)");
  }

  private MachineKernel code(String directives) {
    return board.device.lower(SpillsTest.bounded(directives));
  }

  @Test
  @DisplayName("a kernel with bounds is compiled for their registers whatever its launch")
  void aKernelWithBoundsIsCompiledForTheirRegisters() {
    assertThat(code("").registers()).isEqualTo(42);
    assertThat(code(".maxntid 256, 1, 1 .minnctapersm 2").registers()).isEqualTo(16);
    MachineKernel code = code(".maxnreg 24");
    assertThat(code.registers()).isEqualTo(24);
    assertThat(code.remark()).contains("is compiled for 24 registers, as .maxnreg says; values");
    assertThat(board.device.fitted(code, new Geometry(1, 1, 1, 64, 1, 1))).isSameAs(code);
    assertThat(board.device.fitted(code, new Geometry(1, 1, 1, 512, 1, 1)).registers())
        .isEqualTo(16);
  }

  @Test
  @DisplayName("a limit that no code keeps is exceeded by as little as possible")
  void aLimitThatNoCodeKeepsIsExceeded() {
    MachineKernel code = code(".maxnreg 1");
    assertThat(code.registers()).isBetween(2, 6);
    assertThat(code.remark()).contains("as .maxnreg says");
  }

  @Test
  @DisplayName("without spills the bounds change nothing")
  void withoutSpillsTheBoundsChangeNothing() {
    Board off = new Board("8800gtx", "compiler.without=spills");
    assertThat(off.device.lower(SpillsTest.bounded(".maxnreg 24")).registers()).isEqualTo(42);
  }
}
