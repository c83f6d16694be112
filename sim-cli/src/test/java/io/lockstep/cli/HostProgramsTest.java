// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Workloads that are whole host programs: loops on what the device found, launches as large as it
 * said, arithmetic of the host between them. Expected is what pocl and numpy gave to host programs
 * written by hand (src/test/oracle/host_programs.py).
 */
@Tag("slow")
class HostProgramsTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @DisplayName("verified on a device of each module")
  @ValueSource(
      strings = {"kmeans", "srad", "streamcluster", "frontier", "backsub", "bitonic_steps"})
  void verifiedOnADeviceOfEachModule(String name) {
    Cli run = Cli.run("run", Cli.workload(name), "-d", "hd5870,hd6970,mi300a,gtx280", "-f", "json");
    assertThat(run.out().split("\"verified\" : true", -1)).as(run.all()).hasSize(5);
  }

  @ParameterizedTest
  @DisplayName("the trace holds all that devices need")
  @ValueSource(strings = {"streamcluster", "frontier"})
  void theTraceHoldsAllThatDevicesNeed(String name) {
    String trace = folder.resolve(name + ".lkt").toString();
    Cli recorded = Cli.run("record", Cli.workload(name), "-o", trace);
    assertThat(recorded.code()).as(recorded.all()).isZero();
    assertThat(recorded.out()).contains("verified: yes");
    Cli run = Cli.run("run", Cli.workload(name), "-d", "mi300a,gtx280", "-f", "json");
    assertThat(Cli.run("run", trace, "-d", "mi300a,gtx280", "-f", "json").out())
        .isEqualTo(run.out());
  }

  @Test
  @DisplayName("what the host looks at and writes costs transfers")
  void whatTheHostLooksAtAndWritesCostsTransfers() {
    String trace = folder.resolve("t.lkt").toString();
    assertThat(Cli.run("record", Cli.workload("kmeans"), "-o", trace).code()).isZero();
    // 10 rounds: columns once, centres from the second round on, counts; members and who moved.
    assertThat(Cli.run("inspect", trace).out())
        .contains("step launch: 10\n", "step upload: 10\n", "step download: 20\n");
  }

  /** The text without its table of lines, which only the example has. */
  private static List<String> code(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(line -> !line.isBlank() && !line.matches("\\s*\\.(file|loc)\\s.*"))
        .toList();
  }

  @Test
  @DisplayName("the example is verified; its kernels are those that the oracle has run")
  void theExampleIsVerifiedItsKernelsAreThoseThatTheOracleHasRun() throws IOException {
    for (String kernel : new String[] {"kmeans.cl", "kmeans.ptx"}) {
      assertThat(code(Path.of("../examples/kernels", kernel)))
          .isEqualTo(code(Path.of("src/test/resources/kernels", kernel)));
    }
    Cli cli = Cli.run("run", "../examples/kmeans.yaml", "-d", "mi300a", "-f", "json");
    assertThat(cli.out()).as(cli.all()).contains("\"verified\" : true");
  }
}
