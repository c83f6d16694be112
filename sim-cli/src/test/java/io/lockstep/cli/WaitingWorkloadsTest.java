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
