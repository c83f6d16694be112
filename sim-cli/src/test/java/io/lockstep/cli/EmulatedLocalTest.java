// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.testsupport.RandomWorkload;
import io.lockstep.testsupport.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --set lds.emulate=global}: R700 runs OpenCL's local memory in global memory. */
@Tag("slow")
class EmulatedLocalTest {
  private static final String ON = "lds.emulate=global";

  @TempDir private Path folder;

  private static Cli run(String workload, String... more) {
    String[] arguments = new String[6 + more.length];
    String[] first = {"run", workload, "-d", "hd4870", "-f", "json"};
    System.arraycopy(first, 0, arguments, 0, 6);
    System.arraycopy(more, 0, arguments, 6, more.length);
    return Cli.run(arguments);
  }

  @ParameterizedTest
  @DisplayName("kernels with local memory run, verified and flagged, the same whatever the order")
  @ValueSource(strings = {"matmul", "reduce"})
  void kernelsWithLocalMemoryRunVerifiedAndFlaggedTheSameWhateverTheOrder(String name) {
    String workload = Cli.workload(name);
    Cli without = run(workload);
    assertThat(without.code()).as(without.all()).isEqualTo(ExitCode.REFUSED);
    Cli on = run(workload, "--set", ON);
    assertThat(on.code()).as(on.all()).isZero();
    assertThat(on.out())
        .contains("\"verified\" : true")
        .contains("': local memory emulated in global memory (lds.emulate=global)\"");
    assertThat(run(workload, "--set", ON).out()).isEqualTo(on.out());
    Cli shuffled = run(workload, "--set", ON, "--shuffle-ties", "5");
    assertThat(cycles(shuffled)).isEqualTo(cycles(on));
  }

  /** Random kernels: the machine's own accounts fail a run that they do not add up in. */
  @ParameterizedTest
  @DisplayName("random kernels with local memory run, and all accounts add up")
  @ValueSource(longs = {11, 12})
  void randomKernelsWithLocalMemoryRunAndAllAccountsAddUp(long seed) throws IOException {
    RandomWorkload random = new RandomWorkload(seed, true, false);
    Files.writeString(folder.resolve("r" + seed + ".ptx"), random.kernel());
    Path workload = folder.resolve("w.yaml");
    Files.writeString(workload, random.workload("r" + seed));
    Cli cli = run(workload.toString(), "--set", ON);
    assertThat(cli.code()).as(cli.all()).isZero();
  }

  private static long cycles(Cli cli) {
    assertThat(cli.code()).as(cli.all()).isZero();
    return Long.parseLong(cli.out().replaceAll("(?s).*?\"cycles\" : (\\d+).*", "$1"));
  }

  /** Stores the number of the work-item, on the way through local memory or not. */
  private String copy(boolean local) throws IOException {
    String through =
        local
            ? " st.shared.u32 [%r4], %r1;\n bar.sync 0;\n ld.shared.u32 %r1, [%r4];\n"
            : " add.u32 %r1, %r1, 0;\n";
    return new Scratch(folder)
        .workload(
            Scratch.kernel(
                "\n .shared .align 4 .b8 t[1024];\n .reg .b32 %r<9>; .reg .b64 %rd<9>;\n"
                    + " ld.param.u64 %rd1, [p0]; mov.u32 %r1, %tid.x; mov.u32 %r2, t;\n"
                    + " shl.b32 %r3, %r1, 2; add.u32 %r4, %r2, %r3; mul.wide.u32 %rd2, %r1, 4;\n"
                    + " add.u64 %rd2, %rd2, %rd1;\n"
                    + through
                    + " st.global.u32 [%rd2], %r1;\n"),
            "",
            256,
            "8",
            "256");
  }

  @Test
  @DisplayName("the way through emulated local memory takes a round trip to global memory and back")
  void theWayThroughEmulatedLocalMemoryTakesARoundTripToGlobalMemoryAndBack() throws IOException {
    Cli direct = run(copy(false), "--set", ON);
    assertThat(direct.out()).doesNotContain("emulated");
    long plain = cycles(direct);
    long emulated = cycles(run(copy(true), "--set", ON));
    assertThat(emulated - plain).isGreaterThan(240); // l2.latency
  }

  @Test
  @DisplayName("a device whose local memory needs none, a family without it, a wrong name: errors")
  void aDeviceWhoseLocalMemoryNeedsNoneAFamilyWithoutItAWrongNameErrors() {
    String workload = Cli.workload("reduce");
    assertThat(Cli.run("run", workload, "-d", "hd5870", "--set", ON).all())
        .contains("lds.emulate = global is impossible: every work-item writes all of the local");
    assertThat(Cli.run("run", workload, "-d", "gtx280", "--set", ON).all())
        .contains("gtx280 has no figure 'lds.emulate'");
    Cli name = Cli.run("run", workload, "-d", "hd4870", "--set", "lds.emulate=globl");
    assertThat(name.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(name.err()).contains("unknown choice 'globl'; did you mean 'global'?");
  }
}
