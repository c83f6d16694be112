// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code lockstep check} of a device; the checks themselves are tested in sim-judge. */
class ConformanceTest {
  @Test
  void aClaimChangesNoResult(@TempDir Path folder) throws Exception {
    Path other = folder.resolve("other.yaml");
    Files.writeString(
        other,
        """
        device: hd5450
        extends: hd5450
        sources: {me: "nobody"}
        claims:
          peak.f32.fma: {value: 1GFLOPS, source: me}
        """);
    String[] run = {"run", Cli.workload("vecadd"), "-d", "hd5450", "-f", "json"};
    Cli without = Cli.run(run);
    run[3] = other.toString();
    assertThat(Cli.run(run).out()).isEqualTo(without.out()).contains("device_sha256");
  }

  @Test
  void aFailureIsALineWithBothFiguresAndExitCodeFour() {
    Cli fine = Cli.run("check", "hd5450", "--only", "rate.f32.fma", "-f", "json");
    assertThat(fine.code()).as(fine.all()).isZero();
    assertThat(fine.out()).contains("\"checks\"", "\"claimed\" : 40", "\"ok\" : true");

    Cli wrong = Cli.run("check", "hd5450", "--only", "peak.f32", "--set", "clock.compute=520MHz");
    assertThat(wrong.code()).as(wrong.all()).isEqualTo(4);
    assertThat(wrong.out()).contains("NO", "104", "2 checks, 1 failed");

    Cli none = Cli.run("check", "hd5450", "--only", "nothing");
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).contains("no check begins with 'nothing'", "latency.l1");
  }

  @Test
  void banksOfLocalMemoryAreMeasuredWhereRepeatedLoadsAreDropped() {
    Cli check = Cli.run("check", "v100", "gtx280", "--only", "local.conflict");
    assertThat(check.code()).as(check.all()).isZero();
    assertThat(check.out()).contains("local.conflict.32", "11 checks, 0 failed");
  }
}
