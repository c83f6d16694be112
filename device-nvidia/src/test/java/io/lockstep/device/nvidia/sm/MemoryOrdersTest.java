// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.sm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times of accesses with a memory order, by the time that more of the same code takes. */
class MemoryOrdersTest {
  private static final int MISS = 206;

  private static Board board(String... more) {
    Stream<String> all =
        Stream.of("l2.partitions=1", "issue.fence_device=186cycles", "issue.fence_group=20cycles");
    return new Board("a100", Stream.concat(all, Stream.of(more)).toArray(String[]::new));
  }

  /** Each load waits for the one before; %r1 is zero. */
  @ParameterizedTest
  @CsvSource({"relaxed.gpu, 33", "acquire.cta, 33", "acquire.gpu, 206", "acquire.sys, 206"})
  void aLoadBehindAnAcquisitionMissesTheFirstLevel(String order, double clocks) {
    String then = "and.b32 %r6, %r6, %r1;\nmul.wide.u32 %rd9, %r6, 4;\nadd.s64 %rd4, %rd4, %rd9;\n";
    String acquisition = "ld." + order + ".global.b32 %r6, [%rd4];\n" + then;
    String both = acquisition + "ld.global.b32 %r6, [%rd4];\n" + then;
    String before = "ld.global.b32 %r6, [%rd4];\n" + then;
    double alone = board().clocksPerLine(1, 1, before, acquisition, "%r6");
    assertThat(board().clocksPerLine(1, 1, before, both, "%r6") - alone)
        .isBetween(clocks - 5, clocks + 20);
  }

  @ParameterizedTest
  @CsvSource({"relaxed.gpu, 0", "release.cta, 20", "release.gpu, 186"})
  void aReleaseTakesTheTimeOfItsFence(String order, double clocks) {
    String line = "ld.volatile.global.b32 %r6, [%rd4];\nadd.u32 %r7, %r6, 1;\n";
    String released = line + "st." + order + ".shared.u32 [s], %r7;";
    Board board = board();
    double plain = board.clocksPerLine(1, 1, ".shared .b32 s;", line, "%r7");
    double both = board.clocksPerLine(1, 1, ".shared .b32 s;", released, "%r7");
    assertThat(both - plain).isBetween(clocks, clocks + 24);
  }

  @ParameterizedTest
  @ValueSource(strings = {"st.global.b32 [%rd5], %r2", "red.global.or.b32 [%rd5], %r2"})
  void aReleaseWaitsForTheWritesOfTheOtherWarps(String write) {
    String before = ".shared .b32 s;\nsetp.ge.u32 %p1, %r2, 32;";
    String line =
        "@%p1 " + write + ";\nbar.sync 0;\n@!%p1 st.release.gpu.shared.u32 [s], %r2;\nbar.sync 0;";
    double all = board().clocksPerLine(1, 64, before, line, "%r2");
    double own = board("issue.fence_shared=false").clocksPerLine(1, 64, before, line, "%r2");
    assertThat(own).isBetween(186.0, 280.0);
    assertThat(all - own).isBetween(MISS - 60.0, MISS + 60.0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"membar.cta", "fence.acq_rel.cta"})
  void aFenceWithinTheBlockDoesNotWaitForOtherWarps(String fence) {
    String before = "setp.ge.u32 %p1, %r2, 32;";
    String line = "@%p1 st.global.b32 [%rd5], %r2;\n@!%p1 " + fence + ";\nbar.sync 0;";
    double all = board().clocksPerLine(1, 64, before, line, "%r2");
    double own = board("issue.fence_shared=false").clocksPerLine(1, 64, before, line, "%r2");
    assertThat(all).isEqualTo(own);
  }

  /**
   * The first level serves the whole block, so the second one's acknowledgement does not matter.
   */
  @ParameterizedTest
  @CsvSource({"membar.cta, 20", "fence.acq_rel.cta, 20", "membar.gl, 392"})
  void onlyAFenceBeyondTheBlockWaitsForAcknowledgements(String fence, double clocks) {
    for (String write : List.of("st.global.b32", "red.global.or.b32")) {
      String line = write + " [%rd5], %r2;\n" + fence + ";";
      assertThat(board().clocksPerLine(1, 1, "", line, "%r2"))
          .as(write)
          .isBetween(clocks, clocks + 60);
    }
  }
}
