// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A sweep on a real Slurm. More of it: tools/sweep-slurm.sh. */
@DisplayName("a sweep on Slurm")
@Tag("slow")
@EnabledIf(
    value = "io.lockstep.cli.LocalSlurm#isThereOrRequired",
    disabledReason =
        "wants root and slurmctld, slurmd, slurm-client, munge (-Dslurm.required=true)")
class SlurmTest {
  private static final long MOST_SECONDS = 240;
  private static final int POINTS = 40;

  @TempDir Path folder;

  private Process start(String slurm, String name, String... arguments) throws IOException {
    Path launcher = Program.in(folder.resolve("home"));
    List<String> command = new ArrayList<>(List.of(launcher.toString(), "sweep"));
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("SLURM_CONF", slurm);
    return builder.redirectOutput(folder.resolve(name).toFile()).start();
  }

  private String said(String name) throws IOException {
    return Files.readString(folder.resolve(name), StandardCharsets.UTF_8);
  }

  private int end(Process process, String name) throws Exception {
    if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      throw new AssertionError("does not end: " + said(name));
    }
    return process.exitValue();
  }

  private Path sweepFile() throws IOException {
    Path file = folder.resolve("s.yaml");
    Path workload = Shell.REPOSITORY.resolve("examples/matmul.yaml");
    Files.writeString(
        file,
        "workloads: "
            + workload
            + "\ndevices: [hd5870, gtx280]\nparameters: {n: [32, 48, 64, 80, 96]}\n"
            + "set: {dispatch.latency: ['*1', '*2', '*3', '*4']}\n");
    return file;
  }

  private static String export(Path sweep) {
    Cli exported = Cli.run("sweep", "export", sweep.toString(), "--csv");
    assertThat(exported.code()).as(exported.err()).isZero();
    return exported.out();
  }

  @Test
  void aNodeThatDiesInMidRunCostsNoPointAndChangesNoByteOfTheExport() throws Exception {
    Path file = sweepFile();
    Path local = folder.resolve("local");
    Process here = start("none", "here", file.toString(), "-o", local + "/"); // keys name jars
    assertThat(end(here, "here")).as(said("here")).isZero();
    Path sweep = folder.resolve("on slurm");
    LocalSlurm slurm = new LocalSlurm(2, 2, 3);
    try (slurm) {
      Process driver =
          start(
              slurm.configuration(),
              "said",
              file.toString(),
              "-o",
              sweep + "/",
              "--on",
              "slurm",
              "--tasks",
              "4");
      long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
      while (!slurm.isBusy("n2")) { // its virtual machine starts: no point is done by then
        assertThat(System.nanoTime()).as(said("said")).isLessThan(until);
        assertThat(driver.isAlive()).as(said("said")).isTrue();
        Thread.sleep(50);
      }
      assertThat(slurm.killNode("n2")).containsPattern("with [1-9][0-9]* processes of jobs");
      assertThat(end(driver, "said")).as(said("said")).isZero();
    }
    assertThat(said("said"))
        .contains("points are missing and go out again")
        .contains(POINTS + " of " + POINTS + " points done: 8 ok, verified; 32 ok, not verified");
    assertThat(export(sweep)).isEqualTo(export(local)).hasLineCount(POINTS + 1);
    assertThat(slurm.processes()).isEmpty();
  }

  @Test
  void aDetachedSweepIsCancelledAndGoesOnLater() throws Exception {
    Path sweep = folder.resolve("sweep");
    LocalSlurm slurm = new LocalSlurm(1, 1, 10);
    try (slurm) {
      slurm.takesTasks("n1", false); // the job would be done before it is cancelled
      String[] words = {sweepFile().toString(), "-o", sweep + "/", "--on", "slurm", "--detach"};
      Process first = start(slurm.configuration(), "first", words);
      assertThat(end(first, "first")).as(said("first")).isZero();
      assertThat(said("first")).contains("\n1\n").contains("0 of 40 points done");
      Process cancel = start(slurm.configuration(), "cancel", "cancel", sweep.toString());
      assertThat(end(cancel, "cancel")).as(said("cancel")).isZero();
      assertThat(said("cancel")).contains("job 1 will end");
      slurm.takesTasks("n1", true);
      Process later =
          start(slurm.configuration(), "later", "resume", sweep.toString(), "--on", "slurm");
      assertThat(end(later, "later")).as(said("later")).isZero();
      assertThat(said("later"))
          .contains("40 of 40 points done: 8 ok, verified; 32 ok, not verified");
      Process wrong =
          start(
              slurm.configuration(),
              "wrong",
              sweepFile().toString(),
              "-o",
              folder.resolve("w") + "/",
              "--on",
              "slurm",
              "--sbatch-option",
              "--partition=nope");
      assertThat(end(wrong, "wrong")).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(said("wrong")).contains("sbatch: error: invalid partition specified: nope");
    }
    assertThat(slurm.processes()).isEmpty();
  }
}
