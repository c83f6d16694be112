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
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The scripts of examples/scripts, as their readers run them. */
@DisplayName("scripts that drive sweeps")
@Tag("slow")
class ScriptsTest {
  private static final long MOST_SECONDS = 120;
  private static final Path SCRIPTS = Shell.REPOSITORY.resolve("examples/scripts");

  /** Debian's own, which sees Debian's packages, where there is one. */
  static final String PYTHON =
      Files.isExecutable(Path.of("/usr/bin/python3")) ? "/usr/bin/python3" : "python3";

  @TempDir Path folder;
  private Path launcher;

  @BeforeEach
  void writeSweep() throws IOException {
    launcher = Program.in(folder.resolve("home"));
    sweep("sizes", "hd5870, gtx280", "[64, 256]");
  }

  private Path sweep(String name, String devices, String sizes) throws IOException {
    return Files.writeString(
        folder.resolve(name + ".yaml"),
        "workloads: '%s'\ndevices: [%s]\nparameters: {n: %s}\n"
            .formatted(Shell.REPOSITORY.resolve("examples/vecadd.yaml"), devices, sizes));
  }

  private Cli run(Map<String, String> environment, String... words) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(Arrays.asList(words)));
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    builder.environment().put("LOCKSTEP", launcher.toString());
    builder.environment().putAll(environment);
    Process process =
        builder
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return new Cli(
        process.waitFor(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  private Cli run(String... words) throws Exception {
    return run(Map.of(), words);
  }

  private static String script(String name) {
    return SCRIPTS.resolve(name).toString();
  }

  @Test
  void theShellScriptLeavesATableAndGoesOnWithWhatWasKilled() throws Exception {
    Cli first = run("bash", script("sweep.sh"), "sizes.yaml", "sizes", "--threads", "1");
    assertThat(first.code()).as(first.all()).isZero();
    Path table = folder.resolve("sizes.csv");
    List<String> rows = Files.readAllLines(table);
    assertThat(rows).hasSize(5);
    Files.delete(table);
    // A program that is killed at its first call, and then is itself.
    Path killed = folder.resolve("killed");
    Files.writeString(
        killed,
        "#!/bin/sh\nif [ ! -e told ]; then touch told; kill -9 $$; fi\nexec '"
            + launcher
            + "' \"$@\"\n");
    assertThat(killed.toFile().setExecutable(true)).isTrue();
    Cli again =
        run(
            Map.of("LOCKSTEP", killed.toString()),
            "bash",
            script("sweep.sh"),
            "sizes.yaml",
            "sizes");
    assertThat(again.code()).as(again.all()).isZero();
    assertThat(again.err()).contains("sweep.sh: killed (exit code 137); going on");
    assertThat(Files.readAllLines(table)).isEqualTo(rows);
  }

  @Test
  void theShellScriptHandsExitCodesOn() throws Exception {
    Files.writeString(folder.resolve("wrong.yaml"), "workload: x\n");
    Cli wrong = run("bash", script("sweep.sh"), "wrong.yaml", "wrong");
    assertThat(wrong.code()).as(wrong.all()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(wrong.err()).contains("sweep.sh: given up with exit code 3");
    assertThat(folder.resolve("wrong.csv")).doesNotExist();
  }

  @Test
  @EnabledIf(value = "hasPython", disabledReason = "wants Python")
  void thePythonScriptPrintsTheFastestOfEachParameterSet() throws Exception {
    Cli run = run(PYTHON, script("fastest.py"), "sizes.yaml", "sizes", "--threads", "1");
    assertThat(run.code()).as(run.all()).isZero();
    assertThat(run.out().lines())
        .hasSize(3)
        .startsWith("workload,parameters,device,figures,seconds")
        .anyMatch(row -> row.matches("vecadd,n=64,(hd5870|gtx280),,0\\.0000\\d+"))
        .anyMatch(row -> row.matches("vecadd,n=256,(hd5870|gtx280),,0\\.0000\\d+"));
  }

  static boolean hasPython() throws Exception {
    return Shell.has(PYTHON);
  }

  static boolean hasMake() throws Exception {
    return hasPython() && Shell.has("make");
  }

  static boolean hasPandas() throws Exception {
    return hasPython()
        && new ProcessBuilder(PYTHON, script("pivot.py"), "--has-pandas").start().waitFor() == 0;
  }

  @Test
  @EnabledIf(value = "hasPandas", disabledReason = "wants pandas (Debian: python3-pandas)")
  void theScriptWithPandasPrintsAColumnForEachDevice() throws Exception {
    Files.writeString(
        folder.resolve("one.yaml"),
        "workloads: ['%s', '%s']\ndevices: [hd5870, gtx280]\nparameters: {n?: [64], rows?: [32]}\n"
            .formatted(
                Shell.REPOSITORY.resolve("examples/vecadd.yaml"),
                Shell.REPOSITORY.resolve("examples/spmv.yaml")));
    Cli sweep = run(launcher.toString(), "sweep", "one.yaml", "-o", "one/");
    assertThat(sweep.code()).as(sweep.all()).isZero();
    Cli run = run(PYTHON, script("pivot.py"), "one");
    assertThat(run.code()).as(run.all()).isZero();
    assertThat(run.out())
        .containsPattern("gtx280\\s+hd5870")
        .containsPattern("vecadd\\s+64\\s")
        .containsPattern("spmv\\s+<NA>\\s+32\\s");
  }

  @Test
  @EnabledIf(value = "hasMake", disabledReason = "wants make and Python")
  void theMakefileMakesATableOfEachSweepAndOnlyOnce() throws Exception {
    Path sweeps = Files.createDirectories(folder.resolve("sweeps"));
    Files.move(sweep("small", "hd5870", "[64]"), sweeps.resolve("small.yaml"));
    String[] make = {"make", "-s", "-f", script("Makefile"), "SWEEPS=sweeps"};
    Cli first = run(make);
    assertThat(first.code()).as(first.all()).isZero();
    assertThat(Files.readAllLines(folder.resolve("small.csv"))).hasSize(2);
    Cli second = run(Map.of("LOCKSTEP", "false"), make); // nothing is to be done
    assertThat(second.code()).as(second.all()).isZero();
    Files.delete(folder.resolve("small.csv"));
    Cli third = run(Map.of("LOCKSTEP", "false"), make);
    assertThat(third.code()).isNotZero();
    assertThat(folder.resolve("small.csv")).doesNotExist();
  }

  static boolean hasParallel() throws Exception {
    return Shell.has("parallel") || Boolean.getBoolean("slurm.required");
  }

  @Test
  @EnabledIf(value = "hasParallel", disabledReason = "wants GNU parallel")
  void partsByGnuParallelAreAllPointsWithTheSameBytes() throws Exception {
    Cli run = run("bash", script("parallel.sh"), "sizes.yaml", "parts", "3", "--jobs", "2");
    assertThat(run.code()).as(run.all()).isZero();
    assertThat(run.out()).contains("4 of 4 points done: 4 ok");
    try (var segments = Files.list(folder.resolve("parts/results"))) {
      assertThat(segments.map(s -> s.getFileName().toString().replaceAll("-.*", "")))
          .allMatch(name -> name.matches("shard_\\d_of_3"))
          .hasSizeGreaterThan(1);
    }
    Cli here = run(launcher.toString(), "sweep", "sizes.yaml", "-o", "here/");
    assertThat(here.code()).as(here.all()).isZero();
    String[] export = {launcher.toString(), "sweep", "export", "--csv"};
    String[] parts = Arrays.copyOf(export, export.length + 1);
    parts[export.length] = "parts";
    String ofParts = run(parts).out();
    parts[export.length] = "here";
    assertThat(ofParts).hasLineCount(5).isEqualTo(run(parts).out());
  }
}
