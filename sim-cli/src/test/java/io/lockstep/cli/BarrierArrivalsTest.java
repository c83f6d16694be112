// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A barrier inside an if, of a workload that is compared on wavefronts of 32 and of 64. */
class BarrierArrivalsTest {
  /**
   * Half of the group waits in an if; then all store, and wait. A wavefront of 32 that skips the if
   * has stored when the first one goes on; the work-items of one of 64 stay together.
   */
  private static final String KERNEL =
      """
      .version 7.5
      .target sm_50
      .address_size 64
      .visible .entry half(.param .u64 out) {
        .reg .pred %p<2>; .reg .b32 %r<8>; .reg .b64 %rd<4>;
        .shared .align 4 .b8 s[256];
        mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, s; add.s32 %r4, %r3, %r2;
        xor.b32 %r5, %r2, 128; add.s32 %r5, %r3, %r5; st.shared.u32 [%r4], %r1;
        mov.u32 %r6, 7; setp.gt.u32 %p1, %r1, 31; @%p1 bra END;
        bar.sync 0; ld.shared.u32 %r6, [%r5];
        END: add.u32 %r7, %r1, 200; st.shared.u32 [%r4], %r7; bar.sync 0;
        ld.param.u64 %rd1, [out]; cvta.to.global.u64 %rd1, %rd1; mul.wide.u32 %rd2, %r1, 4;
        add.s64 %rd3, %rd1, %rd2; st.global.u32 [%rd3], %r6; ret; }
      """;

  @TempDir private Path folder;
  private Path workload;

  @BeforeEach
  void writeAWorkloadWhoseBarrierHalfOfTheWorkItemsReach() throws IOException {
    Files.writeString(folder.resolve("half.ptx"), KERNEL);
    workload =
        Files.writeString(
            folder.resolve("half.yaml"),
            """
            name: half
            kernels: half.ptx
            buffers:
              out: {type: i32, count: 64}
            steps:
              - {launch: half, grid: [1], block: [64], args: [out]}
            expect:
              out: {expression: "i < 32 ? i + 232 : 7"}
            """);
  }

  @Test
  void isAnErrorUnlessArrivalsAreCounted() {
    Cli strict = Cli.run("run", "-d", "t4", workload.toString());
    assertThat(strict.code()).isEqualTo(3);
    assertThat(strict.err()).contains("divergent barrier");
    Cli counted = Cli.run("run", "-d", "t4", "--barriers", "arrivals", workload.toString());
    assertThat(counted.code()).as(counted.all()).isZero();
    assertThat(counted.err())
        .containsOnlyOnce("only a part of the work-group reaches this barrier")
        .contains("half.ptx:10: kernel half", "arrivals of wavefronts of 32 are counted");
  }

  @Test
  void isExecutedOnceForEachWidthOfWavefronts() {
    Cli both =
        Cli.run("compare", "-d", "t4,a100,hd5870", "--barriers", "arrivals", workload.toString());
    assertThat(both.code()).isEqualTo(4);
    assertThat(both.err())
        .containsOnlyOnce("wavefronts of 32 are counted")
        .containsOnlyOnce("wavefronts of 64 are counted");
    assertThat(both.out())
        .containsPattern("t4 .* yes")
        .containsPattern("a100 .* yes")
        .containsPattern("hd5870 .* WRONG")
        .contains("[0] is 32, not 232");
  }

  @Test
  void aTraceOfSuchABarrierIsReplayedByDevicesOfBothWidths() {
    String trace = folder.resolve("half.lkt").toString();
    Cli recorded = Cli.run("record", "--barriers", "arrivals", "-o", trace, workload.toString());
    assertThat(recorded.code()).as(recorded.all()).isZero();
    Cli replayed = Cli.run("compare", "-d", "gtx280,t4,mi300a,hd5870", trace);
    assertThat(replayed.code()).as(replayed.all()).isZero();
  }
}
