// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A progress timeout that is too short ends with which components wait, and what led to it. */
class ProgressTimeoutTest {
  private static String[] run(String device, String... more) {
    String[] all = java.util.Arrays.copyOf(new String[] {"run", "", "-d", ""}, 4 + more.length);
    all[1] = Cli.workload("matmul");
    all[3] = device;
    System.arraycopy(more, 0, all, 4, more.length);
    return all;
  }

  @ParameterizedTest
  @DisplayName("a run without progress fails with who waits for whom and what led there")
  @ValueSource(strings = {"1", "2"})
  void tooLittle(String threads) {
    Cli cli =
        Cli.run(
            run(
                "hd5870",
                "--set",
                "instruction_cache.latency=0cycles", // its data is what the kernel waits for
                "--progress-timeout",
                "50",
                "--threads",
                threads,
                "-f",
                "csv"));
    assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.FAILED);
    assertThat(cli.out())
        .contains("no work has retired since tick ", "dispatcher: ", "wavefronts are resident")
        .contains("waited for in the end: memory\n", "what led to the last event:\n")
        .containsPattern("\n  tick \\d+.* at \\S+")
        .doesNotContain("last retired");
  }

  @Test
  @DisplayName("a timeout that is long enough changes no byte")
  void aTimeoutThatIsLongEnoughChangesNoByte() {
    for (String device : new String[] {"hd5870", "mi300a", "gtx280"}) {
      Cli plain = Cli.run(run(device, "-f", "json"));
      Cli watched = Cli.run(run(device, "-f", "json", "--progress-timeout", "1000000"));
      assertThat(watched.code()).as(watched.all()).isZero();
      assertThat(watched.out()).isEqualTo(plain.out());
    }
  }

  @Test
  void aProgressTimeoutOfNoTicksIsAUsageErrorThatNamesTheLeast() {
    Cli cli = Cli.run(run("gtx280", "--progress-timeout", "0"));
    assertThat(cli.code()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains("--progress-timeout: expected at least 1 tick, found 0");
  }
}
