// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Same input, same bytes out. */
@Tag("slow")
class DeterminismTest {
  @TempDir Path folder;

  @ParameterizedTest
  @DisplayName("a recorded trace gives the bytes of the direct run, on all devices")
  @ValueSource(strings = {"matmul", "spmv", "histogram", "floyd"})
  void recordedEqualsDirect(String name) {
    String trace = folder.resolve(name + ".lkt").toString();
    Cli record = Cli.run("record", Cli.workload(name), "-o", trace);
    assertThat(record.code()).as(record.all()).isZero();
    Cli direct = Cli.run("compare", Cli.workload(name), "-d", "all", "-f", "json");
    Cli replayed = Cli.run("compare", trace, "-d", "all", "-f", "json");
    assertThat(direct.code()).as(direct.all()).isZero();
    assertThat(replayed.out()).isEqualTo(direct.out());
  }

  @Test
  @DisplayName("permuting ties changes nothing, whatever the seed")
  void shuffledTies() {
    for (String name : new String[] {"matmul", "diverge"}) {
      String devices = "hd5870,hd6970,mi300a,gtx280,a100";
      Cli plain = Cli.run("run", Cli.workload(name), "-d", devices, "-f", "json");
      for (int seed = 1; seed <= 10; seed++) {
        Cli shuffled =
            Cli.run(
                "run",
                Cli.workload(name),
                "-d",
                devices,
                "-f",
                "json",
                "--shuffle-ties",
                "" + seed);
        assertThat(shuffled.out()).as("seed " + seed).isEqualTo(plain.out());
      }
    }
  }

  @Test
  @DisplayName("a device's result does not depend on the company it is run in")
  void aDevicesResultDoesNotDependOnTheCompanyItIsRunIn() {
    Cli alone = Cli.run("run", Cli.workload("reduce"), "-d", "gtx280", "-f", "csv");
    Cli among = Cli.run("run", Cli.workload("reduce"), "-d", "gtx280,gtx280", "-f", "csv");
    String[] lines = among.out().split("\n");
    assertThat(lines).hasSize(3);
    assertThat(lines[1]).isEqualTo(lines[2]);
    assertThat(lines[0] + "\n" + lines[1] + "\n").isEqualTo(alone.out());
  }
}
