// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrayScriptTest {
  @TempDir Path root;

  private final SlurmOptions options =
      new SlurmOptions(0, List.of("--cpus-per-task=3", "comment=\"a b\""));

  private String text(Path folder, Path program, Path java) {
    Path round = folder.resolve("rounds/0007.json");
    ArrayJob job = new ArrayJob("lockstep-x-0007", "", 8, "today", ArrayJob.noteOf(round));
    ShardCommand command = new ShardCommand(program, java, List.of("--plugin-path", "/a b/p"));
    return ArrayScript.text(folder, round, job, options, command);
  }

  @Test
  void whatIsAskedForStandsInLinesThatSbatchReads() {
    assertThat(text(Path.of("/s/50%"), Path.of("/l"), null).lines())
        .startsWith("#!/usr/bin/env bash")
        .contains(
            "#SBATCH --job-name=lockstep-x-0007",
            "#SBATCH --no-requeue",
            "#SBATCH --array=0-7",
            "#SBATCH --signal=B:TERM@60",
            "#SBATCH --output=/s/50%%/logs/0007-%a.log",
            "#SBATCH --comment=\"a b\"")
        .containsSubsequence("#SBATCH --cpus-per-task=1", "#SBATCH --cpus-per-task=3");
  }

  @Test
  void theLastTaskComputesTheLastShardOfTheRoundWhateverTheFoldersAreCalled() throws Exception {
    Path folder = Files.createDirectories(root.resolve("it's $HOME \"here\""));
    Files.createFile(folder.resolve("plan.json"));
    assertThat(run(folder, program("a program"), null))
        .isEqualTo(
            "sweep|shard|8/8|"
                + folder
                + "|--round|"
                + folder
                + "/rounds/0007.json|--threads|3|--plugin-path|/a b/p|\n");
  }

  @Test
  void aTaskThatDoesNotFindWhatItNeedsSaysWhatAndWhere() throws Exception {
    Path folder = Files.createDirectories(root.resolve("folder"));
    Path program = program("program");
    assertThat(run(folder, program, null))
        .contains(": no sweep at " + folder + "; its folder has to be on a file system that all");
    assertThat(run(folder, root.resolve("none"), null))
        .contains(": no program at " + root.resolve("none") + "; the sweep was submitted with it");
    assertThat(run(folder, program, root.resolve("jdk")))
        .contains(": no Java at " + root.resolve("jdk") + "/bin/java; the sweep was submitted");
  }

  @Test
  void anOptionOfSeveralLinesIsRefused() {
    assertThatThrownBy(() -> new SlurmOptions(0, List.of("--a\nrm -r x")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("--sbatch-option");
  }

  @Test
  void fiftyPointsAreATaskAndAThousandTasksTheMost() {
    SlurmOptions usual = new SlurmOptions(0, List.of());
    assertThat(usual.tasksOf(1)).isEqualTo(1);
    assertThat(usual.tasksOf(400)).isEqualTo(8);
    assertThat(usual.tasksOf(401)).isEqualTo(9);
    assertThat(usual.tasksOf(1_000_000)).isEqualTo(1000);
    SlurmOptions wanted = new SlurmOptions(4000, List.of());
    assertThat(wanted.tasksOf(1_000_000)).isEqualTo(4000);
    assertThat(wanted.tasksOf(3)).isEqualTo(3);
  }

  private Path program(String name) throws Exception {
    Path program = root.resolve(name);
    Files.writeString(program, "#!/bin/sh\nprintf '%s|' \"$@\"\necho\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return program;
  }

  private String run(Path folder, Path program, Path java) throws Exception {
    Path script = root.resolve("script");
    Files.writeString(script, text(folder, program, java));
    ProcessBuilder builder = new ProcessBuilder("bash", script.toString());
    builder.environment().putAll(Map.of("SLURM_ARRAY_TASK_ID", "7", "SLURM_CPUS_PER_TASK", "3"));
    builder.redirectErrorStream(true).redirectInput(new File("/dev/null"));
    Process process = builder.start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
