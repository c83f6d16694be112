// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs whose work-groups wait for one another, compiled by nvcc 13 (grid_cl: by clang 19 with
 * our built-in), against plain arithmetic ({@code src/test/oracle/waits.py}).
 */
class WaitingWorkloadsTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "grid",
        "grid_cl",
        "ticket",
        "spinlock",
        "lookback",
        "pipeline",
        "pipeline_back",
        "worker"
      })
  void resultsAreVerifiedAndRecordsAreTheSameBytes(String name) throws IOException {
    Path first = record(name, "first.lkt");
    Path again = record(name, "again.lkt");
    assertThat(Files.readAllBytes(again)).isEqualTo(Files.readAllBytes(first));
    Cli inspected = Cli.run("inspect", first.toString());
    assertThat(inspected.code()).as(inspected.all()).isZero();
    assertThat(inspected.out()).contains("column wait: ");
  }

  private Path record(String name, String file) {
    Path trace = folder.resolve(file);
    Cli cli = Cli.run("record", Cli.workload("waits_" + name), "-o", trace.toString());
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out()).contains("verified: yes");
    return trace;
  }

  /** MI300X: 304 compute units, each with slots for 32 wavefronts, of which a group takes 16. */
  @Test
  void noMoreGroupsAreKeptAliveThanTheLargestDeviceHolds() throws IOException {
    Files.writeString(folder.resolve("all.ptx"), WaitingOnDevicesTest.ALL);
    Path workload = folder.resolve("all.yaml");
    Files.writeString(
        workload,
        "name: all\n"
            + "kernels: all.ptx\n"
            + "parameters: {groups: 608}\n"
            + "buffers:\n"
            + "  count: {type: u32, count: 1}\n"
            + "steps:\n"
            + "  - {launch: all, grid: [groups], block: [1024], args: [count, {u32: groups}]}\n");
    String[] run = {"run", "--device", "mi300x", workload.toString(), "-p"};
    Cli all = Cli.run(WaitingOnDevicesTest.with(run, "groups=608"));
    assertThat(all.code()).as(all.all()).isZero();
    Cli more = Cli.run(WaitingOnDevicesTest.with(run, "groups=609"));
    assertThat(more.code()).isNotZero();
    assertThat(more.err())
        .contains("of the first 608 work-groups none can go on, and no device holds more than 608");
  }

  @Test
  void racesOfAKernelThatPollsComeWithTheNoteThatItsLocksAreNotFollowed() {
    Path trace = folder.resolve("lock.lkt");
    Cli cli =
        Cli.run(
            "record", Cli.workload("waits_spinlock"), "--check", "races", "-o", trace.toString());
    assertThat(cli.all())
        .contains("kernel spinlock: its work-groups poll memory; races are also listed where");
  }

  @Test
  void aGridBarrierOutsideACooperativeLaunchSaysWhatItLacks() throws IOException {
    Path source = Path.of(Cli.workload("waits_grid"));
    Path plain = folder.resolve("plain.yaml");
    Files.writeString(
        plain,
        Files.readString(source)
            .replace(", cooperative: true", "")
            .replace("../kernels", source.resolveSibling("../kernels").normalize().toString())
            .replace("expected/", source.resolveSibling("expected") + "/"));
    Cli cli = Cli.run("record", plain.toString(), "-o", folder.resolve("p.lkt").toString());
    assertThat(cli.code()).isNotZero();
    assertThat(cli.err())
        .contains("the kernel trapped; it asks for the workspace of a cooperative launch");
  }
}
