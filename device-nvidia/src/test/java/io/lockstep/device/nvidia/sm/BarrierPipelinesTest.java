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
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Pipelines in shared memory on all capabilities that have its barriers: one warp fills stages, two
 * read them; each stage has a barrier for "full" and one for "empty".
 */
@Tag("slow")
class BarrierPipelinesTest {
  private static final int STEPS = 40;
  private static final int WARP = 32;
  private static final int READERS = 2;
  private static final int THREADS = (1 + READERS) * WARP;
  private static final int BLOCKS = 3;
  private static final int BYTES = 4 * BLOCKS * THREADS;
  private static final String MODULE = ".shared .align 8 .b64 bar[32];\n.shared .b32 s[512];";

  static Stream<Arguments> pipelines() {
    return Stream.of("a100", "rtx3080", "rtx4090", "h100_sxm", "rtx5090")
        .flatMap(
            device ->
                IntStream.rangeClosed(1, 16)
                    .boxed()
                    .flatMap(
                        stages ->
                            Stream.of(
                                Arguments.of(device, stages, false),
                                Arguments.of(device, stages, true))));
  }

  private static String first(boolean byOneLane, String label, String text) {
    return byOneLane
        ? "setp.ne.u32 %p6, %r6, 0;\n@%p6 bra " + label + ";\n" + text + label + ":\n"
        : text;
  }

  private static String await(boolean byOneLane, String label, String barrier, String parity) {
    String test =
        "%s: mbarrier.test_wait.parity.shared.b64 %%p3, [%s], %s;\n@!%%p3 bra %s;\n"
            .formatted(label, barrier, parity, label);
    return first(byOneLane, label + "_done", test) + (byOneLane ? "bar.warp.sync -1;\n" : "");
  }

  private static String arrive(boolean byOneLane, String label, String barrier) {
    String arrival = "mbarrier.arrive.shared.b64 _, [" + barrier + "];\n";
    return (byOneLane ? "bar.warp.sync -1;\n" : "") + first(byOneLane, label, arrival);
  }

  private static Kernel kernel(int stages, boolean byOneLane) {
    int lanes = byOneLane ? 1 : WARP;
    String empty = "%r14+" + 8 * stages;
    StringBuilder body = new StringBuilder("setp.ne.u32 %p1, %r2, 0;\n@%p1 bra made;\n");
    for (int s = 0; s < 2 * stages; s++) {
      int arrivals = s < stages ? lanes : READERS * lanes;
      body.append("mbarrier.init.shared.b64 [bar+%s], %s;\n".formatted(8 * s, arrivals));
    }
    String place =
        "shl.b32 %r13, %r9, 3;\nadd.u32 %r14, %r11, %r13;\nshl.b32 %r15, %r9, 7;\n"
            + "add.u32 %r15, %r15, %r12;\nadd.u32 %r15, %r15, %r16;\n";
    String next =
        "add.u32 %%r9, %%r9, 1;\nsetp.eq.u32 %%p4, %%r9, %s;\n@%%p4 xor.b32 %%r10, %%r10, 1;\n"
                .formatted(stages)
            + "selp.u32 %r9, 0, %r9, %p4;\nadd.u32 %r8, %r8, 1;\n"
            + "setp.lt.u32 %%p5, %%r8, %s;\n@%%p5 bra ".formatted(STEPS);
    body.append("made: bar.sync 0;\nand.b32 %r6, %r2, 31;\nshl.b32 %r16, %r6, 2;\n");
    body.append("mov.u32 %r7, 0;\nmov.u32 %r8, 0;\nmov.u32 %r9, 0;\nmov.u32 %r10, 0;\n");
    body.append("mov.u32 %r11, bar;\nmov.u32 %r12, s;\n");
    body.append("setp.lt.u32 %p2, %r2, 32;\n@%p2 bra fill;\n");
    body.append("read:\n").append(place).append(await(byOneLane, "full", "%r14", "%r10"));
    body.append("ld.shared.u32 %r17, [%r15];\nmad.lo.u32 %r7, %r7, 3, %r17;\n");
    body.append(arrive(byOneLane, "was_read", empty)).append(next).append("read;\nbra out;\n");
    body.append("fill:\n").append(place).append("xor.b32 %r18, %r10, 1;\n");
    body.append(await(byOneLane, "empty", empty, "%r18"));
    body.append("mul.lo.u32 %r17, %r8, 1000;\nmad.lo.u32 %r17, %r6, 7, %r17;\n");
    body.append("st.shared.u32 [%r15], %r17;\n");
    body.append(arrive(byOneLane, "was_filled", "%r14")).append(next).append("fill;\n");
    body.append("mov.u32 %r7, %r8;\nout:\nst.global.u32 [%rd5], %r7;\n");
    return PtxBoard.kernel(MODULE, body.toString());
  }

  private static int expected(int thread) {
    int sum = 0;
    for (int k = 0; k < STEPS; k++) {
      sum = 3 * sum + 1000 * k + 7 * (thread % WARP);
    }
    return thread < WARP ? STEPS : sum;
  }

  private static PtxBoard.Run run(String device, int stages, boolean byOneLane, byte[] results) {
    DeviceMemory memory = new DeviceMemory();
    memory.allocate("a", Type.I32, BYTES, null);
    memory.allocate("b", Type.I32, BYTES, null);
    Geometry geometry = new Geometry(BLOCKS, 1, 1, THREADS, 1, 1);
    Kernel kernel = kernel(stages, byOneLane);
    PtxBoard.Run run = new Board(device).runOn(memory, kernel, geometry, 0, BYTES, -1);
    memory.read(1, 0, results, 0, BYTES);
    return run;
  }

  @ParameterizedTest(name = "{0}, {1} stages, by one lane: {2}")
  @MethodSource("pipelines")
  void aPipelineEndsWithItsResultsAndNoNegativeStatistic(
      String device, int stages, boolean byOneLane) {
    byte[] results = new byte[BYTES];
    PtxBoard.Run run = run(device, stages, byOneLane, results);
    ByteBuffer words = ByteBuffer.wrap(results).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < BLOCKS * THREADS; i++) {
      assertThat(words.getInt(4 * i)).as("thread %s", i).isEqualTo(expected(i % THREADS));
    }
    assertThat(run.statistics().values()).allMatch(value -> value >= 0);
    assertThat(run.get("lds.conflict_cycles")).isZero();
  }

  @ParameterizedTest
  @MethodSource("devices")
  void aSecondStageLetsBothSidesWorkAtOnce(String device) {
    byte[] results = new byte[BYTES];
    long one = run(device, 1, true, results).clocks();
    assertThat(run(device, 2, true, results).clocks()).isLessThan(one);
  }

  static Stream<String> devices() {
    return Stream.of("a100", "rtx3080", "rtx4090", "h100_sxm", "rtx5090");
  }
}
