// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.RefusalException;
import io.lockstep.trace.record.Geometry;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Texture units and caches as kernels see them. */
class TextureTest {
  private static final String HANDLE = "mov.u64 %rd9, " + Address.texture(0) + ";\n";

  private static Board board(String id, int channels, String... overrides) {
    Board board = new Board(id, overrides);
    board.textures =
        List.of(
            new TextureInfo(
                0,
                new TextureInfo.Texel(Type.I32, true, channels, TextureInfo.Format.ELEMENT),
                new TextureInfo.Extent(1 << 16 >> channels / 2, 1, 1),
                new TextureInfo.Sampling(
                    TextureInfo.AddressMode.CLAMP, TextureInfo.Filter.NEAREST, false)));
    return board;
  }

  /** A chain of fetches, each of the texel that the last one held. */
  private static String chase(int n) {
    return HANDLE
        + "mov.u32 %r7, 0;\n"
        + "tex.1d.v4.s32.s32 {%r7, %r8, %r9, %r10}, [%rd9, {%r7}];\n".repeat(n)
        + "st.global.u32 [%rd5], %r7;";
  }

  /** Clocks from fetch to use in a chain of steps of some texels. */
  private static double latency(Board board, int few, int many, int step, boolean twice) {
    int[] next = new int[1 << 16];
    int length = 4 * many;
    for (int i = 0; i < length; i++) {
      next[i * step % next.length] = (i + 1) % (twice ? few : length) * step % next.length;
    }
    long a = board.run(Board.kernel("", chase(few)), 1, 1, 0, 1 << 18, next).clocks();
    long b = board.run(Board.kernel("", chase(many)), 1, 1, 0, 1 << 18, next).clocks();
    return (double) (b - a) / (many - few);
  }

  @Test
  @DisplayName("a fetch on GTX 280: hit 261 clocks (Wong et al.), DRAM near 499")
  void aFetchTakesThePublishedClocksByTheLevelThatHits() {
    Board gtx280 = board("gtx280", 1);
    // The chain goes round eight texels of one line: after the first round all hit.
    assertThat(latency(gtx280, 8, 40, 1, true)).isBetween(259.0, 264.0);
    // New lines of 32 bytes every time, in new lines of 256 bytes of the second level.
    double dram = latency(gtx280, 20, 60, 64, false);
    assertThat(dram).isBetween(499 * 0.85, 499 * 1.05);
  }

  @Test
  @DisplayName("a hit in the second level on GTX 280 takes 371 clocks (Wong et al.), as it says")
  void aHitInTheSecondLevelTakesThePublishedClocks() {
    // 256 lines of 32 bytes, each in another 64: 16 KiB, more than the first level's 5.
    double published = latency(board("gtx280", 1), 256, 400, 16, true);
    double longer = latency(board("gtx280", 1, "texture.l2_latency=471cycles"), 256, 400, 16, true);
    assertThat(published).isBetween(371 * 0.98, 371 * 1.02);
    assertThat(longer - published).isBetween(99.0, 101.0);
  }

  @Test
  @DisplayName("eight texels a core clock for a cluster of three on GTX 280, half for 128 bits")
  void eightTexelsACoreClockForAClusterOfThreeOnGtx280() {
    double alone = 32 / 8.0 * 1296 / 602; // a multiprocessor has the whole unit
    String unmoved = "compiler.without=texture_moves"; // with them, its port would be the limit
    assertThat(perFetch(board("gtx280", 1, unmoved), 16, 1)).isBetween(alone * 0.97, alone * 1.06);
    // Texels of 8 warps fit the cache, those of 16 do not.
    assertThat(perFetch(board("gtx280", 4), 8, 1)).isBetween(2 * alone * 0.97, 2 * alone * 1.06);
    // One block on each multiprocessor: three take turns.
    assertThat(perFetch(board("gtx280", 1), 16, 30)).isBetween(3 * alone * 0.97, 3 * alone * 1.06);
    double g80 = 32 / 4.0 * 1350 / 575;
    assertThat(perFetch(board("8800gtx", 1), 8, 1)).isBetween(g80 * 0.97, g80 * 1.06);
    assertThat(perFetch(board("8800gtx", 1), 8, 16)).isBetween(2 * g80 * 0.97, 2 * g80 * 1.06);
  }

  @Test
  @DisplayName("without sharing, a multiprocessor alone has its part of the rate and no more")
  void withoutSharingAMultiprocessorHasItsPartOfTheRate() {
    Board board = board("gtx280", 1, "texture.sharing=1");
    double part = 3 * 32 / 8.0 * 1296 / 602;
    assertThat(perFetch(board, 16, 1)).isBetween(part * 0.97, part * 1.06);
    assertThat(perFetch(board, 16, 30)).isBetween(part * 0.97, part * 1.06);
  }

  @Test
  @DisplayName("the multiprocessors of a cluster share one cache: texels of one hit for the others")
  void theMultiprocessorsOfAClusterShareOneCache() {
    String fetch = "tex.1d.v4.s32.s32 {%r7, %r8, %r9, %r10}, [%rd9, {%r2}];";
    String body = HANDLE + fetch + "st.global.u32 [%rd5], %r7;";
    // 256 threads read 1,024 bytes: 32 lines for each of ten clusters, or of 30 multiprocessors.
    Board.Run shared = board("gtx280", 1).run(Board.kernel("", body), 30, 256);
    Board.Run divided =
        board("gtx280", 1, "texture.sharing=1").run(Board.kernel("", body), 30, 256);
    assertThat(shared.get("l2.bytes_read")).isEqualTo(10 * 1024);
    assertThat(divided.get("l2.bytes_read")).isEqualTo(30 * 1024);
  }

  @Test
  @DisplayName("fetches of one clock are served in turn, whatever the order of events in it")
  void fetchesOfOneClockAreServedInTurn() {
    Board board = board("gtx280", 1);
    String fetch =
        "tex.1d.v4.s32.s32 {%r7, %r8, %r9, %r10}, [%rd9, {%r5}]; add.s32 %r11, %r11, %r7;";
    Kernel kernel =
        Board.kernel(
            "", HANDLE + "mov.u32 %r11, 0;\n" + fetch.repeat(6) + "st.global.u32 [%rd5], %r11;");
    Geometry geometry = new Geometry(60, 1, 1, 128, 1, 1);
    Board.Run first = board.run(kernel, geometry, 0, 1 << 20, null, 1);
    for (long shuffle = 2; shuffle < 6; shuffle++) {
      Board.Run other = board.run(kernel, geometry, 0, 1 << 20, null, shuffle);
      assertThat(other.clocks()).isEqualTo(first.clocks());
      assertThat(other.statistics()).isEqualTo(first.statistics());
    }
    Board apart = board("gtx280", 1, "simulation.clusters=4"); // two: ten clusters are not four's
    assertThat(apart.run(kernel, geometry, 0, 1 << 20, null, -1).statistics())
        .isEqualTo(first.statistics());
  }

  @Test
  @DisplayName("a coordinate that is used again is copied for a fetch, the last use is not")
  void aCoordinateThatIsUsedAgainIsCopied() {
    String fetch =
        "tex.1d.v4.s32.s32 {%r7, %r8, %r9, %r10}, [%rd9, {%r5}]; add.s32 %r11, %r11, %r7;";
    String store = "st.global.u32 [%rd5], %r11;";
    Kernel kernel = Board.kernel("", HANDLE + "mov.u32 %r11, 0;\n" + fetch.repeat(3) + store);
    long with = board("gtx280", 1).run(kernel, 1, 32).get("machine_instructions");
    Board without = board("gtx280", 1, "compiler.without=texture_moves");
    assertThat(with).isEqualTo(without.run(kernel, 1, 32).get("machine_instructions") + 2);
    Kernel chase = Board.kernel("", chase(5)); // each result takes its coordinate's register
    assertThat(board("gtx280", 1).device.lower(chase).assembly())
        .isEqualTo(without.device.lower(chase).assembly());
  }

  /** Clocks that one more fetch of each of many warps costs each, all of them hits. */
  private static double perFetch(Board board, int warps, int blocks) {
    StringBuilder four = new StringBuilder(); // under way together
    for (int r = 20; r < 36; r += 4) {
      four.append("tex.1d.v4.s32.s32 {%r" + r + ", %r" + (r + 1) + ", %r" + (r + 2) + ", %r")
          .append((r + 3) + "}, [%rd9, {%r2}];\n");
    }
    four.append("add.s32 %r11, %r20, %r24; add.s32 %r12, %r28, %r32;\n")
        .append("add.s32 %r10, %r10, %r11; add.s32 %r10, %r10, %r12;\n");
    String end = "st.global.u32 [%rd5], %r10;";
    String begin = HANDLE + "mov.u32 %r10, 0;\n";
    String fetches = four.toString();
    long few =
        board.run(Board.kernel("", begin + fetches.repeat(5) + end), blocks, 32 * warps).clocks();
    long many =
        board.run(Board.kernel("", begin + fetches.repeat(15) + end), blocks, 32 * warps).clocks();
    return (many - few) / 40.0 / warps;
  }

  @Test
  @DisplayName("surfaces need compute capability 2.0")
  void surfacesNeedComputeCapability2() {
    Board board = board("gtx280", 1);
    assertThatThrownBy(
            () ->
                board.device.lower(
                    Board.kernel(
                        "",
                        HANDLE
                            + "suld.b.1d.b32.trap {%r7}, [%rd9, {%r2}];"
                            + " st.global.u32 [%rd5], %r7;")))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("uses surfaces, which this device lacks");
  }
}
