// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.sm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.device.nvidia.lowering.PlainCode;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of atomic operations on global memory, and loops of those that shared memory lacks. */
class AtomicsTest {
  private static final String[] NO_FETCH = {
    "l0.latency=0cycles", "instruction_cache.latency=0cycles"
  };
  private static final String SHARED = ".shared .align 8 .b8 s[2048];";

  private final Board plain = new Board(new PlainCode(1, false), NO_FETCH);

  /** Lane t operates on the byte t % period * stride. */
  private static String reduction(String operation, int period, int stride) {
    String value = operation.endsWith("64") ? "%rd6" : operation.endsWith("f32") ? "%f0" : "%r5";
    return "and.b32 %%r6, %%r2, %d;\nmul.wide.u32 %%rd6, %%r6, %d;\nadd.s64 %%rd6, %%rd1, %%rd6;\n"
            .formatted(period - 1, stride)
        + "red.global.%s [%%rd6], %s;\n".formatted(operation, value);
  }

  @ParameterizedTest(name = "{0}, {1} words {2} bytes apart: {3} messages")
  @CsvSource({
    "add.u32, 32, 4, 4", // a sector each, Nsight: 4 sectors a request
    "max.u32, 32, 4, 4",
    "add.f32, 32, 4, 4",
    "add.u64, 32, 8, 8",
    "add.u32, 32, 32, 32",
    "add.u32, 16, 4, 4", // two sectors, twice
    "add.u32, 8, 4, 4", // one sector, each word four times
    "add.u32, 1, 4, 1", // one word: its lanes are one message
    "or.b32, 1, 4, 1"
  })
  @DisplayName("words of a sector travel in one message, none twice")
  void wordsOfASectorTravelTogether(String operation, int period, int stride, int messages) {
    var result = plain.run(Board.kernel("", reduction(operation, period, stride)), 1, 32);
    long load = plain.run(Board.kernel("", ""), 1, 32).get("memory.transactions");
    assertThat(result.get("memory.transactions") - load).isEqualTo(messages);
    assertThat(result.get("atomic.operations")).isEqualTo(32);
  }

  @Test
  @DisplayName("with messages of four bytes each word travels by itself")
  void aParameterLetsEachWordTravelByItself() {
    Board alone = new Board(new PlainCode(1, false), "atomics.message=4B");
    long load = alone.run(Board.kernel("", ""), 1, 32).get("memory.transactions");
    var result = alone.run(Board.kernel("", reduction("add.u32", 32, 4)), 1, 32);
    assertThat(result.get("memory.transactions") - load).isEqualTo(32);
  }

  @ParameterizedTest
  @ValueSource(strings = {"add.u32", "max.u32", "or.b32", "add.f32", "add.u64"})
  @DisplayName("lanes on one word follow one another at the second level, whatever they do")
  void lanesOnOneWordFollowOneAnother(String operation) {
    long[] clocks = new long[2];
    for (int k = 0; k < 2; k++) {
      String body = reduction(operation, 1, 4).repeat(4 + 16 * k);
      clocks[k] = plain.run(Board.kernel("", body), 1, 32).clocks();
    }
    assertThat((clocks[1] - clocks[0]) / 16.0).isCloseTo(32, within(1.0));
  }

  /** Clocks of another round in which each warp adds to words of shared memory. */
  private static double round(Board board, String operation, int words, int block) {
    String value = operation.endsWith("f32") ? "%f0" : operation.endsWith("64") ? "%rd5" : "%r5";
    int bytes = operation.endsWith("64") ? 8 : 4;
    String before =
        "mov.u32 %%r7, s;\nand.b32 %%r8, %%r2, %d;\nmul.lo.u32 %%r8, %%r8, %d;\nadd.u32 %%r7, %%r7, %%r8;\n"
            .formatted(words - 1, bytes);
    String line = "red.shared.%s [%%r7], %s;\n".formatted(operation, value);
    long[] clocks = new long[2];
    for (int k = 0; k < 2; k++) {
      String body = before + line.repeat(2 + 8 * k);
      clocks[k] = board.run(Board.kernel(SHARED, body), 1, block).clocks();
    }
    return (clocks[1] - clocks[0]) / 8.0;
  }

  @ParameterizedTest
  @ValueSource(strings = {"v100", "a100", "h100_sxm", "rtx4090"})
  @DisplayName(
      "of a float, an addition takes a load, the sum and a swap, once for each lane on a word")
  void aSumOfFloatsTakesATripForEachLaneOnAWord(String device) {
    Board board = new Board(device, NO_FETCH);
    double trip = round(board, "add.f32", 32, 32);
    assertThat(trip).isBetween(80.0, 130.0); // LDS 23 to 33, FADD 4, ATOMS 40, ISETP 13, BRA
    assertThat(round(board, "add.f32", 1, 32)).isBetween(25 * trip, 50 * trip);
    assertThat(round(board, "add.u32", 32, 32)).isLessThan(20);
  }

  @Test
  @DisplayName("a swap fails if another warp has changed the word since its load")
  void anotherWarpMakesASwapFail() {
    Board board = new Board("a100", NO_FETCH);
    double apart = round(board, "add.f32", 256, 256);
    double together = round(board, "add.f32", 32, 256);
    assertThat(together).isGreaterThan(4 * apart);
    Board ideal = new Board("a100", "compiler.without=atomic_loops");
    assertThat(round(ideal, "add.f32", 256, 256)).isLessThan(apart / 3);
  }

  @Test
  @DisplayName("increments by one of a word do not follow one another from 8.0 on")
  void incrementsAreCounted() {
    String line = "red.shared.add.u32 [%r7], 1;\n";
    for (String device : List.of("t4", "a100")) {
      Board board = new Board(device, "compiler.without=combined_atomics");
      long[] clocks = new long[2];
      for (int k = 0; k < 2; k++) {
        String body = "mov.u32 %r7, s;\n" + line.repeat(2 + 8 * k);
        clocks[k] = board.run(Board.kernel(SHARED, body), 1, 256).clocks();
      }
      double each = (clocks[1] - clocks[0]) / 8.0;
      if (device.equals("a100")) {
        assertThat(each).isLessThan(40);
      } else {
        assertThat(each).isGreaterThan(400);
      }
    }
  }
}
