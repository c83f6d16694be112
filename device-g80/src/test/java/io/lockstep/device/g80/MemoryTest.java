// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Global, shared and constant memory as kernels see them. */
@Tag("slow")
class MemoryTest {
  private final Board gtx8800 = new Board("8800gtx");
  private final Board gtx280 = new Board("gtx280");

  /** A chain of loads, each at the address that the last one returned. */
  private static String chase(int n) {
    return "mov.u32 %r7, 0;\n"
        + "cvt.u64.u32 %rd6, %r7; add.s64 %rd6, %rd6, %rd1; ld.global.u32 %r7, [%rd6];\n".repeat(n)
        + "st.global.u32 [%rd5], %r7;";
  }

  /** Load to use, without the addition that forms the address. */
  private static double latency(Board board) {
    long few = board.run(Board.kernel("", chase(20)), 1, 1).clocks();
    long many = board.run(Board.kernel("", chase(60)), 1, 1).clocks();
    return (many - few) / 40.0 - 24;
  }

  @Test
  @DisplayName("a global load: 436 to 443 clocks on GTX 280, 470 to 720 on 8800 GTX")
  void aGlobalLoadTakesThePublishedClocks() {
    assertThat(latency(Board.withCodeAtHand("gtx280"))).isBetween(436.0, 443.0);
    assertThat(latency(Board.withCodeAtHand("8800gtx"))).isBetween(470.0, 720.0);
  }

  /** Copies words, a grid apart, with each thread; offset and stride in words. */
  private static Kernel copy(int offset, int stride, int words) {
    int shift = 2 + Integer.numberOfTrailingZeros(stride);
    StringBuilder body = new StringBuilder();
    body.append("mov.u32 %r9, %nctaid.x; mul24.lo.s32 %r9, %r9, %r4; shl.b32 %r9, %r9, ")
        .append(shift)
        .append("; cvt.s64.s32 %rd9, %r9; mul24.lo.s32 %r6, %r3, %r4; add.s32 %r6, %r6, %r2;")
        .append("shl.b32 %r6, %r6, ")
        .append(shift)
        .append("; add.s32 %r6, %r6, ")
        .append(4 * offset)
        .append("; cvt.s64.s32 %rd6, %r6; add.s64 %rd7, %rd1, %rd6; add.s64 %rd8, %rd2, %rd6;\n");
    for (int i = 1; i <= words; i++) {
      body.append("ld.global.f32 %f").append(i).append(", [%rd7]; add.s64 %rd7, %rd7, %rd9;\n");
    }
    for (int i = 1; i <= words; i++) {
      body.append("st.global.f32 [%rd8], %f").append(i).append("; add.s64 %rd8, %rd8, %rd9;\n");
    }
    return Board.kernel("", body.toString());
  }

  private static Board.Run copied(Board board, int offset, int stride, int blocks) {
    return copied(board, offset, stride, 4, blocks);
  }

  private static Board.Run copied(Board board, int offset, int stride, int words, int blocks) {
    long bytes = 4L * words * blocks * 256 * stride + 4096;
    return board.run(copy(offset, stride, words), blocks, 256, 0, bytes, null);
  }

  /** Gigabytes a second, read and written, that the kernel asked for. */
  private static double rate(Board board, Board.Run run) {
    return run.get("memory.bytes_requested") * (board.device.tickHertz() / 1e9) / run.clocks();
  }

  @Test
  @DisplayName("8800 GTX: an aligned copy near 74 GB/s, one word off near 7 GB/s")
  void aMisalignedCopyTakesATenthOfTheBandwidthOn8800Gtx() {
    Board.Run aligned = copied(gtx8800, 0, 1, 512);
    Board.Run misaligned = copied(gtx8800, 1, 1, 1, 512); // one word, as published
    assertThat(rate(gtx8800, aligned)).isBetween(65.0, 80.0);
    assertThat(rate(gtx8800, misaligned)).isBetween(6.0, 8.5);
    assertThat(aligned.get("memory.transactions")).isEqualTo(aligned.get("memory.requests"));
    assertThat(misaligned.get("memory.transactions"))
        .isEqualTo(16 * misaligned.get("memory.requests"));
    // Nothing caches global memory: what is asked for is what moves.
    assertThat(misaligned.get("dram.bytes")).isEqualTo(misaligned.get("memory.bytes_moved"));
  }

  @Test
  @DisplayName(
      "GTX 280: an aligned copy over 100 GB/s, one word off at 4/7 of it, stride 2 at half")
  void aMisalignedCopyTakesFourSeventhsOfTheBandwidthOnGtx280() {
    double aligned = rate(gtx280, copied(gtx280, 0, 1, 1024));
    double misaligned = rate(gtx280, copied(gtx280, 1, 1, 1024));
    double strided = rate(gtx280, copied(gtx280, 0, 2, 1024));
    assertThat(aligned).isBetween(100.0, 127.0);
    assertThat(misaligned / aligned).isBetween(0.5, 0.65);
    assertThat(strided / aligned).isBetween(0.45, 0.65);
  }

  /** Half-warps that each write 64 bytes, a row of the given bytes apart. */
  private static long columnClocks(Board board, int rowBytes) {
    String body =
        "shr.u32 %r6, %r5, 4; mul.lo.s32 %r6, %r6, "
            + rowBytes
            + "; and.b32 %r7, %r2, 15; shl.b32 %r7, %r7, 2; add.s32 %r6, %r6, %r7;"
            + "cvt.s64.s32 %rd6, %r6; add.s64 %rd7, %rd2, %rd6; st.global.f32 [%rd7], %f0;";
    return board.run(Board.kernel("", body), 360, 256, 0, 5760L * (rowBytes + 256), null).clocks();
  }

  @Test
  @DisplayName(
      "camping: columns of a 2048-wide matrix meet in one partition, of a padded one do not")
  void columnsOfA2048WideMatrixMeetInOnePartition() {
    assertThat(columnClocks(gtx280, 8192)).isGreaterThan(3 * columnClocks(gtx280, 8192 + 256));
  }

  /** Loads of words a stride apart, within an array of 1,024. */
  private static Board.Run sharedRun(Board board, int words, int loads) {
    String body =
        "mov.u32 %r9, s; mul24.lo.s32 %r6, %r2, "
            + 4 * words
            + "; add.s32 %r6, %r6, %r9;\n"
            + "ld.shared.u32 %r8, [%r6]; add.s32 %r9, %r9, %r8;\n".repeat(loads)
            + "st.global.u32 [%rd5], %r9;";
    return board.run(Board.kernel(".shared .align 4 .b8 s[4096];", body), 1, 32);
  }

  @Test
  @DisplayName("shared memory: conflict cycles by stride, none at odd ones")
  void sharedConflicts() {
    assertThat(sharedRun(gtx280, 1, 10).get("lds.conflict_cycles")).isZero();
    assertThat(sharedRun(gtx280, 17, 10).get("lds.conflict_cycles")).isZero();
    assertThat(sharedRun(gtx280, 2, 10).get("lds.conflict_cycles")).isEqualTo(10 * 4);
    assertThat(sharedRun(gtx280, 16, 10).get("lds.conflict_cycles")).isEqualTo(10 * 4 * 15);
    assertThat(sharedRun(gtx280, 16, 10).get("lds.accesses")).isEqualTo(10);
  }

  @Test
  @DisplayName("shared load to use: 38 clocks on GTX 280, 36 on 8800 GTX")
  void sharedLatency() {
    for (String id : new String[] {"gtx280", "8800gtx"}) {
      Board board = Board.withCodeAtHand(id);
      String module = ".shared .align 4 .b8 s[1024];";
      String step = "ld.shared.u32 %r6, [%r6];\n";
      String end = "st.global.u32 [%rd5], %r6;";
      long few =
          board
              .run(Board.kernel(module, "mov.u32 %r6, s;" + step.repeat(20) + end), 1, 32)
              .clocks();
      long many =
          board
              .run(Board.kernel(module, "mov.u32 %r6, s;" + step.repeat(60) + end), 1, 32)
              .clocks();
      assertThat((many - few) / 40.0).isEqualTo(id.equals("gtx280") ? 38 : 36);
    }
  }

  @Test
  @DisplayName("constant memory: one word for all lanes is one access, sixteen words are sixteen")
  void constantMemoryAnswersOneWordPerAccess() {
    String module = ".const .align 4 .b32 c[256];";
    String uniform = "mov.u64 %rd7, c; ld.const.u32 %r6, [%rd7+64]; st.global.u32 [%rd5], %r6;";
    String spread =
        "mov.u64 %rd7, c; add.s64 %rd7, %rd7, %rd3; ld.const.u32 %r6, [%rd7];"
            + " st.global.u32 [%rd5], %r6;";
    Board.Run one = constantRun(module, uniform);
    Board.Run many = constantRun(module, spread);
    assertThat(one.get("scalar.lookups")).isEqualTo(2); // one a half-warp
    assertThat(many.get("scalar.lookups")).isEqualTo(32);
  }

  @Test
  @DisplayName(
      "6 KiB of constants read again come from the cluster's cache, 12 KiB from the chip's")
  void constantsBeyondTheFirstLevel() {
    Board.Run six = visits(6144);
    assertThat(six.get("scalar.hits")).isZero();
    assertThat(six.get("scalar.l2_hits")).isEqualTo(2 * 6144 / 64);
    assertThat(six.get("scalar.l3_hits")).isZero();
    Board.Run twelve = visits(12288);
    assertThat(twelve.get("scalar.l2_hits")).isZero();
    assertThat(twelve.get("scalar.l3_hits")).isEqualTo(2 * 12288 / 64);
  }

  /** One thread's chain that reads a word of each 64 bytes of c, three times over. */
  private Board.Run visits(int bytes) {
    String step =
        "ld.const.u32 %r6, [%rd7]; cvt.u64.u32 %rd8, %r6; add.s64 %rd7, %rd7, %rd8;"
            + " add.s64 %rd7, %rd7, 64;\n";
    String pass = step.repeat(bytes / 64) + "sub.s64 %rd7, %rd7, " + bytes + ";\n";
    String body = "mov.u64 %rd7, c;\n" + pass.repeat(3) + "st.global.u32 [%rd1], %r6;";
    return gtx280.run(Board.kernel(".const .align 4 .b8 c[" + bytes + "];", body), 1, 1);
  }

  private Board.Run constantRun(String module, String body) {
    return gtx280.run(Board.kernel(module, body), 1, 32);
  }

  @Test
  @DisplayName("a thread's own memory: equal offsets of a warp lie side by side and coalesce")
  void ownMemory() {
    String body =
        ".local .align 8 .b8 d[64]; mov.u64 %rd6, d; st.local.f32 [%rd6+8], %f0;"
            + "ld.local.f32 %f1, [%rd6+8]; st.global.f32 [%rd5], %f1;";
    Board.Run run = gtx8800.run(Board.kernel("", body), 4, 64);
    assertThat(run.get("memory.requests")).isEqualTo(4 * 2 * 2 * 3);
    assertThat(run.get("memory.transactions")).isEqualTo(4 * 2 * 2 * 3);
    String wide =
        ".local .align 8 .b8 d[64]; mov.u64 %rd6, d; cvt.f64.f32 %fd1, %f0;"
            + "st.local.f64 [%rd6+8], %fd1; st.global.f32 [%rd5], %f0;";
    Board.Run words = gtx280.run(Board.kernel("", wide), 1, 32);
    assertThat(words.get("memory.requests")).isEqualTo(2 * (2 + 1)); // two words of a double
  }

  @Test
  @DisplayName("atomics on one word serialise at its partition; on words of their own they do not")
  void atomicsOnOneWordSerialiseAtItsPartition() {
    String same = "red.global.add.u32 [%rd1], 1;";
    String apart = "red.global.add.u32 [%rd4], 1;";
    long serial = gtx280.run(Board.kernel("", same), 4, 256).clocks();
    long parallel = gtx280.run(Board.kernel("", apart), 4, 256).clocks();
    assertThat(serial).isGreaterThan(2 * parallel);
  }

  @Test
  @DisplayName("atomics on shared memory are a loop: a trip for each lane that wants the same word")
  void sharedAtomics() {
    String module = ".shared .align 4 .b8 s[1024];";
    String same = "mov.u32 %r6, s; red.shared.add.u32 [%r6], 1;";
    String apart =
        "shl.b32 %r6, %r2, 2; mov.u32 %r7, s; add.s32 %r6, %r6, %r7; red.shared.add.u32 [%r6], 1;";
    long serial = gtx280.run(Board.kernel(module, same), 1, 32).clocks();
    long parallel = gtx280.run(Board.kernel(module, apart), 1, 32).clocks();
    assertThat(serial - parallel).isGreaterThan(20 * 31L - 40);
  }
}
