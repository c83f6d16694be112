// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a memory partition writes: four pixels of 32 bits in a core clock, masked or not. */
class PartitionWriteTest {
  /** Rows open at once, so that the order in which threads' stores come does not matter. */
  private static final String[] QUICK_ROWS = {
    "dram.trrd=0ns",
    "dram.tfaw=0ns",
    "dram.tras=0ns",
    "dram.trp=0ns",
    "dram.trcd=0ns",
    "dram.trcdwr=0ns",
    "dram.twr=0ns"
  };

  private static final String OFF = "memory.partition_write=32B/cycle"; // network.partition_rate

  /** A store of each thread to a word; threads of neighbouring lanes write words so far apart. */
  private static String stores(int words, int each) {
    return "mul.lo.s32 %r6, %r5, "
        + 4 * words
        + "; cvt.s64.s32 %rd6, %r6; add.s64 %rd7, %rd2, %rd6;\n"
        + "st.global.f32 [%rd7], %f0;\n".repeat(each);
  }

  private static Board quick(String... overrides) {
    return new Board(
        "gtx280",
        Stream.concat(Stream.of(QUICK_ROWS), Stream.of(overrides)).toArray(String[]::new));
  }

  private static long clocks(Board board, int words, int blocks) {
    long few = board.run(Board.kernel("", stores(words, 8)), blocks, 64, 0, 1 << 26, null).clocks();
    long many =
        board.run(Board.kernel("", stores(words, 24)), blocks, 64, 0, 1 << 26, null).clocks();
    return many - few;
  }

  @Test
  @DisplayName("GTX 280 fills memory at 8 partitions * 16 bytes * 602 MHz = 77 GB/s")
  void aFillIsLimitedByTheWritePorts() {
    long bytes = 16L * 4 * 64 * 240;
    double limited = bytes * 1.296 / clocks(new Board("gtx280"), 1, 240);
    double free = bytes * 1.296 / clocks(new Board("gtx280", OFF), 1, 240);
    assertThat(limited).isBetween(70.0, 77.06);
    assertThat(free).isGreaterThan(95);
  }

  @Test
  @DisplayName("where masked bytes take no time, a word takes a quarter of a core clock")
  void whereMaskedBytesTakeNoTimeAWordTakesAQuarterOfACoreClock() {
    int stores = 16 * 64 * 30;
    Board board = quick("memory.masked_writes=false", "dram.bandwidth=1200GB/s");
    double each = (double) clocks(board, 512, 30) / stores;
    assertThat(each).isLessThan(1296 / 602.0);
  }

  @Test
  @DisplayName("a masked write of 32 bytes takes two core clocks of its partition")
  void aPartlyMaskedWriteTakesItsWholeTransfer() {
    // 512 words apart: all threads write to one partition, 32 bytes for the four of each.
    int stores = 16 * 64 * 30;
    double each = (double) clocks(quick(), 512, 30) / stores;
    assertThat(each).isBetween(2 * 1296 / 602.0 * 0.99, 2 * 1296 / 602.0 * 1.05);
  }
}
