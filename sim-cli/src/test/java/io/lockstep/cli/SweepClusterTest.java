// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("where a sweep is computed")
class SweepClusterTest {
  @TempDir Path folder;

  private Cli sweep(String... more) {
    String[] words = new String[6 + more.length];
    System.arraycopy(
        new String[] {"sweep", Cli.workload("vecadd"), "-d", "hd5870", "-o", folder + "/s/"},
        0,
        words,
        0,
        6);
    System.arraycopy(more, 0, words, 6, more.length);
    return Cli.run(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--detach|--detach wants --on slurm",
        "--on nobody|Invalid value for option '--on'",
        "--on none --tasks 3|--tasks wants --on slurm",
        "--on slurm --threads 2|--threads is not for --on slurm: --sbatch-option --cpus-per-task=N is",
        "--on slurm --fail-fast|--fail-fast is not for --on slurm",
        "--on slurm|--on slurm has nodes start the launcher bin/lockstep; there is none",
      })
  @DisplayName("is told wrongly: a message, exit code 2 and no folder")
  void isToldWrongly(String options, String message) {
    Cli run = sweep(options.split(" "));
    assertThat(run.all()).startsWith("exit 2").contains("lockstep: " + message);
    assertThat(folder.resolve("s")).doesNotExist();
  }

  @Test
  @DisplayName("nowhere: a folder is made, without a row, that parts and resume compute")
  void nowhereMakesAFolderThatOthersCompute() {
    Cli made = sweep("--on", "none");
    assertThat(made.all()).startsWith("exit 0").contains("1 point; parts of them");
    assertThat(folder.resolve("s/plan.json")).exists();
    assertThat(folder.resolve("s/results")).isEmptyDirectory();
    Cli twice = Cli.run("sweep", "resume", folder + "/s", "--on", "none");
    assertThat(twice.code()).isEqualTo(ExitCode.USAGE);
    Cli part = Cli.run("sweep", "shard", "1/1", folder + "/s");
    assertThat(part.all()).startsWith("exit 0").contains("1 of 1 point done: 1 ok");
  }

  @Test
  @DisplayName("on a cluster or nowhere: only with a folder")
  void wantsAFolder() {
    for (String where : new String[] {"slurm", "none"}) {
      Cli run = Cli.run("sweep", Cli.workload("vecadd"), "-d", "hd5870", "--on", where);
      assertThat(run.all()).startsWith("exit 2").contains("--on " + where + " wants a folder");
    }
  }
}
