package io.lockstep.device.g80;

import io.lockstep.trace.ir.Kernel;
import io.lockstep.trace.record.Geometry;
import org.junit.jupiter.api.Test;

class ProbeTest {
  static String chase(int n) {
    return "shl.b32 %r6, %r5, 2; mov.u32 %r7, 0;\n"
        + "cvt.u64.u32 %rd6, %r7; add.s64 %rd6, %rd6, %rd1; ld.global.u32 %r7, [%rd6];\n".repeat(n)
        + "st.global.u32 [%rd5], %r7;";
  }

  /** Four words a thread, a launch apart. */
  static String copy(int offset, int stride) {
    return "mov.u32 %r9, %nctaid.x; mul24.lo.s32 %r9, %r9, %r4; shl.b32 %r9, %r9, "
        + (2 + Integer.numberOfTrailingZeros(stride)) + "; mul24.lo.s32 %r6, %r3, %r4;"
        + "add.s32 %r6, %r6, %r2; shl.b32 %r6, %r6, "
        + (2 + Integer.numberOfTrailingZeros(stride)) + "; add.s32 %r6, %r6, " + 4 * offset
        + "; cvt.s64.s32 %rd6, %r6; add.s64 %rd7, %rd1, %rd6; add.s64 %rd8, %rd2, %rd6;"
        + "cvt.s64.s32 %rd9, %r9;"
        + "ld.global.f32 %f1, [%rd7]; add.s64 %rd7, %rd7, %rd9;"
        + "ld.global.f32 %f2, [%rd7]; add.s64 %rd7, %rd7, %rd9;"
        + "ld.global.f32 %f3, [%rd7]; add.s64 %rd7, %rd7, %rd9;"
        + "ld.global.f32 %f4, [%rd7];"
        + "st.global.f32 [%rd8], %f1; add.s64 %rd8, %rd8, %rd9;"
        + "st.global.f32 [%rd8], %f2; add.s64 %rd8, %rd8, %rd9;"
        + "st.global.f32 [%rd8], %f3; add.s64 %rd8, %rd8, %rd9;"
        + "st.global.f32 [%rd8], %f4;";
  }

  @Test
  void probe() {
    for (String id : new String[] {"8800gtx", "gtx280"}) {
      Board board = new Board(id);
      double hz = board.device.tickHertz();
      long a = board.run(Board.kernel("", chase(20)), 1, 1).clocks();
      long b = board.run(Board.kernel("", chase(60)), 1, 1).clocks();
      System.out.println(id + " chase same line " + (b - a) / 40.0);
      int[] words = Board.words(1 << 18, i -> 4 * ((i + 4099) % (1 << 18)));
      a = board.run(Board.kernel("", chase(20)), 1, 1, 0, 1 << 20, words).clocks();
      b = board.run(Board.kernel("", chase(60)), 1, 1, 0, 1 << 20, words).clocks();
      System.out.println(id + " chase far " + (b - a) / 40.0);
      int blocks = 1024;
      int threads = 256;
      long bytes = 16L * blocks * threads;
      for (int[] os : new int[][] {{0, 1}, {1, 1}, {16, 1}, {0, 2}, {0, 16}}) {
        Board.Run run =
            board.run(Board.kernel("", copy(os[0], os[1])), blocks, threads, 0, bytes * os[1] + 4096, null);
        System.out.printf(
            "%s copy offset %d stride %d: %.1f GB/s, clocks %d %s%n",
            id, os[0], os[1], 2 * bytes / (run.clocks() / hz) / 1e9, run.clocks(), run.statistics());
      }
      long empty = board.run(Board.kernel("", ""), 6000, 64).clocks();
      System.out.println(id + " empty block ns " + empty / hz * 1e9 / 6000);
    }
  }
}
