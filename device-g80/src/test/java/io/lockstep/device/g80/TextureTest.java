package io.lockstep.device.g80;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.TextureInfo;
import io.lockstep.kernel.ir.Type;
import io.lockstep.spi.RefusalException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Texture units and caches as kernels see them. */
class TextureTest {
  private static final String HANDLE = "mov.u64 %rd9, " + Address.texture(0) + ";\n";

  private static Board board(String id, int channels) {
    Board board = new Board(id);
    board.textures =
        List.of(
            new TextureInfo(
                0,
                Type.I32,
                true,
                channels,
                1 << 16 >> channels / 2,
                1,
                1,
                TextureInfo.Format.ELEMENT,
                TextureInfo.AddressMode.CLAMP,
                TextureInfo.Filter.NEAREST,
                false));
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
  @DisplayName("a fetch on GTX 280: hit 261 clocks (Wong et al.), L2 near 371, DRAM near 499")
  void aFetchTakesThePublishedClocksByTheLevelThatHits() {
    Board gtx280 = board("gtx280", 1);
    // The chain goes round eight texels of one line: after the first round all hit.
    assertThat(latency(gtx280, 8, 40, 1, true)).isBetween(259.0, 264.0);
    // New lines of 32 bytes every time, in new lines of 256 bytes of the second level.
    double dram = latency(gtx280, 20, 60, 64, false);
    assertThat(dram).isBetween(499 * 0.85, 499 * 1.05);
  }

  @Test
  @DisplayName("eight texels a core clock for a cluster of three on GTX 280, half for 128 bits")
  void eightTexelsACoreClockForAClusterOfThreeOnGtx280() {
    double narrow = perFetch(board("gtx280", 1), 16);
    // Texels of 8 warps fit the cache, those of 16 do not.
    double wide = perFetch(board("gtx280", 4), 8);
    double expected = 32 / (8 / 3.0) * 1296 / 602; // a multiprocessor's share
    assertThat(narrow).isBetween(expected * 0.97, expected * 1.06);
    assertThat(wide).isBetween(2 * expected * 0.97, 2 * expected * 1.06);
    double g80 = 32 / (4 / 2.0) * 1350 / 575;
    assertThat(perFetch(board("8800gtx", 1), 16)).isBetween(g80 * 0.97, g80 * 1.06);
  }

  /** Clocks that one more fetch of each of many warps costs each, all of them hits. */
  private static double perFetch(Board board, int warps) {
    String fetch =
        "tex.1d.v4.s32.s32 {%r7, %r8, %r9, %r10}, [%rd9, {%r2}]; add.s32 %r11, %r11, %r7;";
    String end = "st.global.u32 [%rd5], %r11;";
    String begin = HANDLE + "mov.u32 %r11, 0;\n";
    long few = board.run(Board.kernel("", begin + fetch.repeat(20) + end), 1, 32 * warps).clocks();
    long many = board.run(Board.kernel("", begin + fetch.repeat(60) + end), 1, 32 * warps).clocks();
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
