// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.run.Failure;
import io.lockstep.study.store.PointOutcome;
import io.lockstep.testsupport.FaultyProvider;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What kills do to a sweep: processes of their own. More of it: tools/sweep-kills.sh. */
@DisplayName("a sweep that is killed")
@Tag("slow")
class SweepKillsTest {
  private static final long MOST_SECONDS = 120;

  @TempDir Path folder;

  @BeforeEach
  void makeThePlugin() throws IOException {
    Path services = Files.createDirectories(folder.resolve("classes/META-INF/services"));
    Files.writeString(
        services.resolve("io.lockstep.spi.DeviceProvider"), FaultyProvider.class.getName() + "\n");
  }

  private Process start(String... arguments) throws IOException {
    String path =
        Stream.of(
                folder.resolve("classes").toString(),
                Path.of("target", "test-classes").toAbsolutePath().toString(),
                System.getProperty("jdk.module.path", ""),
                System.getProperty("java.class.path", ""))
            .filter(p -> !p.isEmpty())
            .reduce((a, b) -> a + File.pathSeparator + b)
            .orElseThrow();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
    command.addAll(List.of("-cp", path, Main.class.getName(), "sweep"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("said").toFile())
        .start();
  }

  private String said() throws IOException {
    return Files.readString(folder.resolve("said"), StandardCharsets.UTF_8);
  }

  private int end(Process process) throws Exception {
    if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
      throw new AssertionError("does not end: " + said());
    }
    return process.exitValue();
  }

  /** Waits until so many rows are there, all segments together. */
  private void awaitRows(Process process, Path sweep, int rows) throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
    while (process.isAlive() && lines(sweep) < rows && System.nanoTime() < until) {
      Thread.sleep(5);
    }
    assertThat(process.isAlive()).as("has not ended: " + said()).isTrue();
  }

  private static int lines(Path sweep) throws IOException {
    Path results = sweep.resolve("results");
    int lines = 0;
    if (Files.isDirectory(results)) {
      try (Stream<Path> files = Files.list(results)) {
        for (Path file : files.toList()) {
          for (byte b : Files.readAllBytes(file)) {
            lines += b == '\n' ? 1 : 0;
          }
          lines--; // the first is the file's own
        }
      }
    }
    return lines;
  }

  private Path plan(String name, String devices, int settings) throws IOException {
    StringBuilder factors = new StringBuilder();
    for (int i = 0; i < settings; i++) {
      factors.append(i == 0 ? "" : ", ").append("'*").append(1000 - i).append("e-3'");
    }
    return Files.writeString(
        folder.resolve(name + ".yaml"),
        "workloads: ['"
            + Cli.workload("vecadd")
            + "', '"
            + Cli.workload("atomics")
            + "']\ndevices: ["
            + devices
            + "]\nset: {'dram.bandwidth?': ["
            + factors
            + "]}\n");
  }

  @Test
  @DisplayName("five times, at driver and workers, ends with the rows of one that was left alone")
  void fiveTimesAtDriverAndWorkersEndsWithTheRowsOfOneThatWasLeftAlone() throws Exception {
    String plan = plan("s", "hd5870, gtx280", 15).toString();
    Path alone = folder.resolve("alone");
    assertThat(end(start(plan, "-o", alone + "/"))).as(said()).isZero();

    Path sweep = folder.resolve("killed");
    Process first = start(plan, "-o", sweep + "/");
    awaitRows(first, sweep, 4);
    first.destroyForcibly().waitFor();

    Process second = start("resume", sweep.toString(), "--workers", "processes");
    for (int kill = 1; kill <= 2; kill++) {
      awaitRows(second, sweep, lines(sweep) + 4);
      second.descendants().findAny().ifPresent(ProcessHandle::destroyForcibly);
    }
    awaitRows(second, sweep, lines(sweep) + 4);
    List<ProcessHandle> workers = second.descendants().toList();
    second.destroyForcibly().waitFor();
    for (ProcessHandle worker : workers) { // end with their driver
      worker.onExit().get(20, TimeUnit.SECONDS);
    }

    Process third = start("resume", sweep.toString());
    awaitRows(third, sweep, lines(sweep) + 4);
    third.destroy();
    assertThat(end(third)).as(said()).isEqualTo(ExitCode.TERMINATED);
    assertThat(said()).contains("interrupted (SIGTERM); ", " of 60 points done", "sweep resume");

    assertThat(SweepRows.of(sweep).size()).isBetween(16, 59);
    assertThat(end(start("resume", sweep.toString()))).as(said()).isZero();
    assertThat(SweepRows.of(sweep)).isEqualTo(SweepRows.of(alone));
  }

  @Test
  @DisplayName(
      "by nobody, but is simulated by a model that wavers, is told of when it is done twice")
  void byNobodyButIsSimulatedByAModelThatWaversIsToldOfWhenItIsDoneTwice() throws Exception {
    String plan = plan("s", "wavers", 1).toString();
    Path sweep = folder.resolve("sweep");
    Path twin = folder.resolve("twin");
    for (Path each : List.of(sweep, twin)) {
      assertThat(end(start(plan, "-o", each + "/"))).as(said()).isZero();
    }
    try (Stream<Path> segments = Files.list(twin.resolve("results"))) {
      for (Path segment : segments.toList()) {
        Files.copy(segment, sweep.resolve("results").resolve(segment.getFileName()));
      }
    }
    assertThat(end(start("resume", sweep.toString()))).as(said()).isEqualTo(ExitCode.FAILED);
    assertThat(said()).contains("violation of determinism: points {0, 1} have rows that differ");
  }

  @Test
  @DisplayName("by nobody, but wants memory, is tried three times, the last ones alone")
  void byNobodyButWantsMemoryIsTriedThreeTimesTheLastOnesAlone() throws Exception {
    Path sweep = folder.resolve("sweep");
    Process process =
        start(plan("s", "says-memory-is-short, gtx280", 1).toString(), "-o", sweep + "/");
    assertThat(end(process)).as(said()).isEqualTo(ExitCode.FAILED);
    assertThat(said()).contains("4 of 4 points done: 2 ok, verified; 2 set aside");
    for (PointOutcome row : SweepRows.outcomes(sweep).values()) {
      boolean isShort = row.result().device().equals("says-memory-is-short");
      assertThat(row.result().failure()).isEqualTo(isShort ? Failure.MEMORY : null);
      assertThat(row.provenance().attempt()).isEqualTo(isShort ? 3 : 1);
    }
  }

  @Test
  @DisplayName("by its own model is tried three times at that point, and done but for it")
  void byItsOwnModelIsTriedThreeTimesAtThatPointAndDoneButForIt() throws Exception {
    String plan = plan("s", "halts, gtx280", 1).toString();
    Path sweep = folder.resolve("sweep");
    Process process = start(plan, "-o", sweep + "/", "--workers", "processes", "--threads", "1");
    assertThat(end(process)).as(said()).isEqualTo(ExitCode.FAILED);
    assertThat(said()).contains("4 of 4 points done: 2 ok, verified; 2 set aside");
    Map<Long, PointOutcome> rows = SweepRows.outcomes(sweep);
    List<PointOutcome> failed =
        rows.values().stream().filter(o -> o.result().failure() != null).toList();
    assertThat(failed).hasSize(2);
    for (PointOutcome row : failed) {
      assertThat(row.result().device()).isEqualTo("halts");
      assertThat(row.result().failure()).isEqualTo(Failure.MODEL);
      assertThat(row.result().message()).isEqualTo("its process has died 3 times, last by exit 3");
      assertThat(row.provenance().attempt()).isEqualTo(3);
      assertThat(row.provenance().signal()).isEqualTo("exit 3");
    }
  }
}
