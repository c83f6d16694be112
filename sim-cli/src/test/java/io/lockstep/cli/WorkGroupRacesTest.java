// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.testsupport.Scratch;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Races in OpenCL C that depend on what its functions for work-groups order. */
@Tag("slow")
class WorkGroupRacesTest {
  private static final String THROUGH_LOCAL =
      """
      void both(uint flags) { barrier(flags); }
      __kernel void k(__global uint *a) {
        __local uint t[64];
        uint i = get_local_id(0);
        t[i] = i;
        BARRIER;
        a[i] = t[i ^ 3];
      }
      """;

  private static final String THROUGH_GLOBAL =
      """
      __kernel void k(__global uint *a) {
        uint i = get_local_id(0);
        a[i] = i;
        BARRIER;
        a[64 + i] = a[i ^ 3];
      }
      """;

  private static final String THROUGH_BOTH =
      """
      __kernel void k(__global uint *a) {
        __local uint t[64];
        uint i = get_local_id(0);
        t[i] = a[128 + i] + 1;
        a[i] = i;
        BARRIER;
        a[64 + i] = a[i ^ 3] + t[i ^ 3];
      }
      """;

  private static final String BARRIER = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); ";

  @TempDir private Path folder;

  private Cli checked(String kernel, String barrier) throws IOException {
    Scratch scratch = new Scratch(folder);
    scratch.write("k.cl", kernel.replace("BARRIER", barrier));
    String workload =
        scratch.write(
            "w.yaml",
            """
            name: w
            kernels: {file: k.cl, options: ["-cl-std=CL2.0"]}
            buffers: {o: {type: u32, count: 256, init: zero}}
            steps:
              - {launch: k, grid: [1], block: [64], args: [o]}
            """);
    Cli cli = Cli.run("run", workload, "-d", "hd5870", "--check", "races");
    return cli;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "barrier(CLK_GLOBAL_MEM_FENCE)",
        "barrier(0)",
        "both(CLK_GLOBAL_MEM_FENCE)",
        "work_group_barrier(CLK_GLOBAL_MEM_FENCE)",
        "work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_work_group)",
        "work_group_barrier(CLK_IMAGE_MEM_FENCE)",
        "sub_group_barrier(CLK_GLOBAL_MEM_FENCE)"
      })
  void localMemorySharedAcrossABarrierThatDoesNotFenceItRaces(String barrier) throws IOException {
    Cli cli = checked(THROUGH_LOCAL, barrier);
    assertThat(cli.code()).as(cli.all()).isEqualTo(4);
    assertThat(cli.all())
        .contains("k.cl:7: kernel k: data race: read at line 7", "of local memory", "line 5");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "barrier(CLK_LOCAL_MEM_FENCE)",
        "work_group_barrier(CLK_LOCAL_MEM_FENCE)",
        "sub_group_barrier(CLK_LOCAL_MEM_FENCE)"
      })
  void globalMemorySharedAcrossABarrierThatDoesNotFenceItRaces(String barrier) throws IOException {
    Cli cli = checked(THROUGH_GLOBAL, barrier);
    assertThat(cli.code()).as(cli.all()).isEqualTo(4);
    assertThat(cli.all()).contains("k.cl:5: kernel k: data race: read at line 5", "buffer o");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)",
        "barrier(a[200] + CLK_LOCAL_MEM_FENCE)",
        "work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)",
        "work_group_barrier(CLK_GLOBAL_MEM_FENCE); barrier(CLK_LOCAL_MEM_FENCE)",
        "sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)",
        "__asm__ volatile(\"bar.sync 0;\" ::: \"memory\")"
      })
  void aBarrierThatFencesBothOrWithFlagsThatAreUnknownOrdersBoth(String barrier)
      throws IOException {
    Cli cli = checked(THROUGH_BOTH, barrier);
    assertThat(cli.code()).as(cli.all()).isZero();
  }

  @Test
  void aBarrierOrdersTheMemoryThatItFences() throws IOException {
    assertThat(checked(THROUGH_LOCAL, "barrier(CLK_LOCAL_MEM_FENCE)").code()).isZero();
    assertThat(checked(THROUGH_GLOBAL, "barrier(CLK_GLOBAL_MEM_FENCE)").code()).isZero();
    assertThat(checked(THROUGH_LOCAL, "sub_group_barrier(CLK_LOCAL_MEM_FENCE)").code()).isZero();
  }

  /** What a copy writes, and then reads or writes again. */
  private static String copies(String before, String between, String after) {
    return """
        __kernel void k(__global uint *a) {
          __local uint t[64];
          uint i = get_local_id(0);
          event_t e;
          t[i] = i;
          %s;
          %s;
          wait_group_events(1, &e);
          %s;
          %s
          a[192 + i] = t[i ^ 1];
        }
        """
        .formatted(before, between, after, BARRIER);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "async_work_group_copy(t, a, 64, 0); a[64 + i] = t[i]; local memory",
        "async_work_group_strided_copy(t, a, 64, 2, 0); a[128 + i] = t[i]; local memory",
        "async_work_group_copy(t, a, 64, 0); t[i] = 1; local memory",
        "async_work_group_copy(t, a, 64, 0); a[i] = 1; buffer o",
        "async_work_group_copy(a, t, 64, 0); a[64 + i] = a[i]; buffer o",
        "async_work_group_strided_copy(a, t, 64, 2, 0); a[128 + i] = a[2 * i]; buffer o",
        "async_work_group_copy(a, t, 64, 0); t[i] = 1; local memory"
      })
  void aUseOfWhatACopyWritesOrOfWhatItReadsRacesUntilTheWait(String copy, String use, String where)
      throws IOException {
    Cli early = checked(copies(BARRIER + "e = " + copy, use, ""), "");
    assertThat(early.code()).as(early.all()).isEqualTo(4);
    assertThat(early.all()).contains("k.cl:7: kernel k: data race", "at line 6", where);
    Cli waited = checked(copies(BARRIER + "e = " + copy, "", use), "");
    assertThat(waited.code()).as(waited.all()).isZero();
  }

  @Test
  void aCopyDoesNotWaitForWhatItsWorkGroupHasWritten() throws IOException {
    Cli cli = checked(copies("e = async_work_group_copy(a, t, 64, 0)", "", ""), "");
    assertThat(cli.code()).as(cli.all()).isEqualTo(4);
    assertThat(cli.all()).contains("k.cl:6: kernel k: data race: read at line 6", "line 5");
  }
}
