package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
    assumeThat(cli.err()).as("a compiler").doesNotContain("install the package");
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
}
