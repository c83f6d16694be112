// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.testsupport.Scratch;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kernels with doubles on a device without double precision. */
class DemotedDoublesTest {
  private static final String MARK = "doubles demoted to floats";

  /** As nvcc wrote it for compute capability 1.1 and 1.3. */
  private static final String TEXT =
      """
      .version 1.4
      .target %s
      .entry k(.param .u32 o, .param .f64 x)
      {
      .reg .u32 %%r<4>; .reg .f64 %%fd<4>;
      ld.param.u32 %%r0, [o];
      ld.param.f64 %%fd0, [x];
      cvt.u32.u16 %%r1, %%tid.x;
      cvt.rn.f64.u32 %%fd1, %%r1;
      mad.rn.f64 %%fd2, %%fd0, %%fd1, 0d3FB999999999999A;
      shl.b32 %%r2, %%r1, 3;
      add.u32 %%r3, %%r0, %%r2;
      st.global.f64 [%%r3], %%fd2;
      exit;
      }
      """;

  @TempDir private Path folder;

  private String workload(String target, String kernels) throws IOException {
    Scratch scratch = new Scratch(folder);
    scratch.write("k.ptx", TEXT.formatted(target));
    return scratch.write(
        "k.yaml",
        """
        name: k
        kernels: %s
        buffers:
          o: {type: f32, count: 4}
          e: {type: f32, count: 4, init: {expression: "i == 0 ? 0.1 : i == 2 ? 0.6 : 0"}}
        steps:
          - {launch: k, grid: [1], block: [2], args: [o, {f64: 0.5}]}
        expect:
          o: {expression: "e[i]"}
        """
            .formatted(kernels));
  }

  @Test
  @DisplayName("a kernel whose target demotes doubles runs, and results and trace say so")
  void aKernelWhoseTargetDemotesDoublesRunsAndSaysSo() throws IOException {
    String workload = workload("sm_11, map_f64_to_f32", "k.ptx");
    Cli run = Cli.run("run", workload, "-d", "8800gtx", "-f", "json");
    assertThat(run.code()).as(run.all()).isZero();
    assertThat(run.out()).contains("\"message\" : \"" + MARK + ": 'k'\"");
    String trace = folder.resolve("k.lkt").toString();
    assertThat(Cli.run("record", workload, "-o", trace).code()).isZero();
    assertThat(Cli.run("inspect", trace).out()).contains(MARK);
    assertThat(Cli.run("run", trace, "-d", "8800gtx").out()).contains(MARK + ": 'k'");
    Cli card = Cli.run("inspect", folder.resolve("k.ptx").toString());
    assertThat(card.out()).containsPattern("needs +" + MARK);
  }

  @Test
  @DisplayName("without it the kernel is refused, and the attribute that the refusal names runs it")
  void theAttributeThatTheRefusalNamesRunsIt() throws IOException {
    Cli refused = Cli.run("run", workload("sm_13", "k.ptx"), "-d", "8800gtx");
    assertThat(refused.code()).as(refused.all()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.all()).contains("k.ptx:9:1: uses double precision", "demote_doubles: true");
    String attribute = "{file: k.ptx, attributes: {k: {demote_doubles: true}}}";
    Cli run = Cli.run("run", workload("sm_13", attribute), "-d", "8800gtx");
    assertThat(run.code()).as(run.all()).isZero();
    assertThat(run.out()).contains(MARK + ": 'k'");
  }

  @Test
  @DisplayName("a kernel whose compiler gave it another name has its attributes by its own name")
  void aKernelWhoseCompilerGaveItAnotherNameHasItsAttributesByItsOwnName() throws IOException {
    String attribute = "{file: k.ptx, attributes: {k: {demote_doubles: true}}}";
    String workload = workload("sm_13", attribute);
    new Scratch(folder)
        .write("k.ptx", TEXT.formatted("sm_13").replace(".entry k(", ".entry _Z1kPfd("));
    Cli run = Cli.run("run", workload, "-d", "8800gtx");
    assertThat(run.code()).as(run.all()).isZero();
    assertThat(run.out()).contains(MARK);
  }
}
