// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Work-items that leave a loop with barriers before others of their group, and then end. */
@Tag("slow")
class EarlyLeaversTest {
  private static final String KERNEL =
      """
      .version 2.3
      .target sm_13
      .address_size 64
      .entry k(.param .u64 out, .param .u64 limits)
      {
        .reg .u32 %r<12>; .reg .u64 %rd<6>; .reg .pred %p<3>;
        .shared .u32 tile[256];
        mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x;
        mad.lo.u32 %r4, %r2, %r3, %r1;
        mul.wide.u32 %rd3, %r4, 4;
        ld.param.u64 %rd1, [limits]; add.u64 %rd1, %rd1, %rd3;
        ld.param.u64 %rd2, [out]; add.u64 %rd2, %rd2, %rd3;
        ld.global.u32 %r5, [%rd1];
        shl.b32 %r6, %r1, 2;
        mov.u32 %r7, tile; add.u32 %r6, %r6, %r7;
        mov.u32 %r8, 0; mov.u32 %r9, 0;
      LOOP:
        add.u32 %r10, %r8, %r1;
        st.shared.u32 [%r6], %r10;
        bar.sync 0;
        ld.shared.u32 %r11, [%r6];
        add.u32 %r9, %r9, %r11;
        bar.sync 0;
        add.u32 %r8, %r8, 1;
        setp.lt.u32 %p1, %r8, %r5;
        @%p1 bra LOOP;
        AFTER
        st.global.u32 [%rd2], %r9;
        exit;
      }
      """;

  @TempDir private Path folder;

  private Cli run(String limits, String after) throws IOException {
    Files.writeString(folder.resolve("k.ptx"), KERNEL.replace("AFTER", after));
    Path workload =
        Files.writeString(
            folder.resolve("w.yaml"),
            """
            name: leavers
            kernels: k.ptx
            buffers:
              out: {type: i32, count: 512}
              limits: {type: i32, count: 512, init: {expression: "%s"}}
            steps:
              - {launch: k, grid: [2], block: [256], args: [out, limits]}
            expect:
              out: {expression: "limits[i] * (limits[i] - 1) / 2 + limits[i] * (i %% 256)"}
            """
                .formatted(limits));
    return Cli.run(
        "compare", workload.toString(), "-d", "hd5870,hd6970,mi300a,gtx280,a100", "-f", "csv");
  }

  @ParameterizedTest
  @DisplayName("a barrier counts the work-items that are left, on a device of each family")
  @ValueSource(strings = {"i % 8 + 1", "(i / 64) % 4 + 1", "(i / 16) % 8 + 1", "8 - (i / 32) % 8"})
  void aBarrierCountsTheWorkItemsThatAreLeft(String limits) throws IOException {
    Cli cli = run(limits, "");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out().lines().filter(line -> line.contains(",ok,"))).as(cli.all()).hasSize(5);
  }

  private Cli checked(String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), text);
    Path workload =
        Files.writeString(
            folder.resolve("c.yaml"),
            """
            name: checked
            kernels: %s
            buffers:
              out: {type: i32, count: 64}
              limits: {type: i32, count: 64, init: {expression: "i %% 8 + 1"}}
            steps:
              - {launch: k, grid: [1], block: [64], args: [out, limits]}
            """
                .formatted(file));
    return Cli.run("run", workload.toString(), "-d", "hd5870", "--check", "uninitialised");
  }

  @Test
  @DisplayName("--check names them in OpenCL C, which leaves them undefined, and not in PTX")
  void checkNamesThemInOpenClCAndNotInPtx() throws IOException {
    String loop =
        """
        kernel void k(global int *out, global const int *limits) {
          local int tile[64];
          int i = get_local_id(0), s = 0, n = limits[i];
          for (int j = 0; j < n; j++) {
            tile[i] = j;
            barrier(CLK_LOCAL_MEM_FENCE);
            s += tile[i];
          }
          out[i] = s;
        }
        """;
    Cli cli = checked("k.cl", loop);
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.all().replaceAll("\\s+", " "))
        .contains("k.cl:6: kernel k: not every work-item of the group comes to this barrier")
        .contains("work-item (0, 0, 0) of work-group (0, 0, 0) is behind it, at line 9");
    assertThat(checked("k.ptx", KERNEL.replace("AFTER", "")).all())
        .contains("nothing found")
        .doesNotContain("not every work-item");
  }

  @Test
  @DisplayName("a barrier in a condition with code behind it is an error that names both places")
  void aBarrierInAConditionIsAnErrorThatNamesBothPlaces() throws IOException {
    String condition =
        """
        kernel void k(global int *out, global const int *limits) {
          local int tile[64];
          int i = get_local_id(0);
          tile[i] = i;
          if (limits[i] < 4) {
            barrier(CLK_LOCAL_MEM_FENCE);
            tile[i] += 1;
          }
          out[i] = tile[i] * 3;
        }
        """;
    Cli cli = checked("k.cl", condition);
    assertThat(cli.code()).isEqualTo(3);
    assertThat(cli.err())
        .contains("k.cl:6: kernel k: divergent barrier: work-item (0, 0, 0) waits where another")
        .contains("the other one took another way and waits at line 9, where both ways join")
        .contains("work-item (3, 0, 0)");
  }

  @Test
  @DisplayName("those that come to another barrier behind the loop are missed in it all the same")
  void thoseThatComeToAnotherBarrierAreMissed() throws IOException {
    Cli cli = run("i % 8 + 1", "bar.sync 0;");
    assertThat(cli.code()).isEqualTo(3);
    assertThat(cli.all()).contains("divergent barrier");
  }
}
