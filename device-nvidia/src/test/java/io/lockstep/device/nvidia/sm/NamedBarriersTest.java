// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.sm;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Type;
import io.lockstep.testsupport.PtxBoard;
import io.lockstep.trace.record.Geometry;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Barriers of a part of a block, those that are only arrived at and those that reduce. */
class NamedBarriersTest {
  private static final int ROUNDS = 20;

  @ParameterizedTest
  @ValueSource(strings = {"v100", "t4", "a100", "rtx4090", "h100_sxm", "rtx5090"})
  void readersAndWritersPassABufferByTwoBarriers(String device) {
    String body =
        """
        mov.u32 %r7, 0;
        mov.u32 %r8, 0;
        shl.b32 %r9, %r2, 2;
        and.b32 %r9, %r9, 255;
        mov.u32 %r10, s;
        add.u32 %r9, %r9, %r10;
        setp.lt.u32 %p1, %r2, 64;
        @%p1 bra write;
        read: bar.sync 1, 128;
        ld.shared.u32 %r11, [%r9];
        bar.arrive 2, 128;
        mad.lo.u32 %r7, %r7, 3, %r11;
        add.u32 %r8, %r8, 1;
        setp.lt.u32 %p2, %r8, 20;
        @%p2 bra read;
        bra out;
        write: mad.lo.u32 %r11, %r8, 100, %r2;
        st.shared.u32 [%r9], %r11;
        bar.arrive 1, 128;
        bar.sync 2, 128;
        add.u32 %r8, %r8, 1;
        setp.lt.u32 %p2, %r8, 20;
        @%p2 bra write;
        out: st.global.u32 [%rd5], %r7;
        """;
    int[] found = results(device, PtxBoard.kernel(".shared .b32 s[64];", body), 128);

    int[] expected = IntStream.range(0, 128).map(t -> t < 64 ? 0 : sum(t - 64)).toArray();
    assertThat(found).isEqualTo(expected);
  }

  private static int sum(int writer) {
    return IntStream.range(0, ROUNDS).reduce(0, (sum, k) -> 3 * sum + 100 * k + writer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"v100", "a100", "h100_sxm"})
  void onePartOfABlockDoesNotWaitForTheOther(String device) {
    long alone = clocks(device, "bra out;");
    long beside = clocks(device, rounds("", "bar.sync 3, 64;"));

    assertThat(beside).isLessThan(alone * 103 / 100);
  }

  /** Clocks of a block whose first 64 threads work between barriers; the text is of the others. */
  private static long clocks(String device, String others) {
    String slow = "div.rn.f32 %f1, %f1, %f0;\n".repeat(8);
    String body =
        "mov.u32 %r8, 0;\nadd.f32 %f1, %f0, 0f3F800000;\nsetp.ge.u32 %p1, %r2, 64;\n@%p1 bra other;\n"
            + rounds(slow, "bar.sync 2, 64;")
            + "\nbra out;\nother: "
            + others.replace("again", "other_again")
            + "\nout: st.global.f32 [%rd5], %f1;";
    return new Board(device).run(PtxBoard.kernel("", body), 1, 128).clocks();
  }

  private static String rounds(String work, String barrier) {
    return "again: %s%s\nadd.u32 %%r8, %%r8, 1;\nsetp.lt.u32 %%p2, %%r8, %s;\n@%%p2 bra again;"
        .formatted(work, barrier, ROUNDS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"v100", "t4", "a100", "rtx4090", "h100_sxm", "rtx5090"})
  void aReductionTakesTheTimeOfABarrierAndCountsTheBlock(String device) {
    String before = "setp.lt.u32 %p1, %r2, 300;\nmov.u32 %r7, 0;\n";
    String plain = "bar.sync 0;\n".repeat(ROUNDS);
    String counts = "bar.red.popc.u32 %r8, 0, %p1;\nadd.u32 %r7, %r7, %r8;\n".repeat(ROUNDS);
    String store = "st.global.u32 [%rd5], %r7;";
    Kernel reduces = PtxBoard.kernel("", before + counts + store);

    long waits =
        new Board(device).run(PtxBoard.kernel("", before + plain + store), 1, 512).clocks();
    long clocks = new Board(device).run(reduces, 1, 512).clocks();
    assertThat(clocks).isBetween(waits, waits + ROUNDS * 45L); // a result's latency each
    assertThat(results(device, reduces, 512)).containsOnly(300 * ROUNDS);
  }

  private static int[] results(String device, Kernel kernel, int threads) {
    DeviceMemory memory = new DeviceMemory();
    memory.allocate("a", Type.I32, 4L * threads, null);
    memory.allocate("b", Type.I32, 4L * threads, null);
    Geometry geometry = new Geometry(1, 1, 1, threads, 1, 1);
    new Board(device).runOn(memory, kernel, geometry, 0, 4 * threads, -1);
    byte[] bytes = new byte[4 * threads];
    memory.read(1, 0, bytes, 0, bytes.length);
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return IntStream.range(0, threads).map(i -> words.getInt(4 * i)).toArray();
  }
}
