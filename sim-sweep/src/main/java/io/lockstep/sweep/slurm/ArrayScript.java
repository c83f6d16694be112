// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.slurm;

import io.lockstep.io.ShellWord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes the {@code sbatch} script of a job array. A user can read it and submit it again. */
final class ArrayScript {
  private static final int END_SECONDS = 60; // seconds from the signal to the time limit

  private ArrayScript() {}

  /**
   * Returns the text of the script.
   *
   * @param folder folder of the sweep, absolute
   * @param round file of the round, absolute
   */
  static String text(
      Path folder, Path round, ArrayJob job, SlurmOptions options, ShardCommand command) {
    List<String> lines = new ArrayList<>();
    String number = round.getFileName().toString().replace(".json", "");
    lines.add("#!/usr/bin/env bash");
    lines.add(
        "# Round " + number + " of a sweep: " + job.tasks() + " tasks, a shard of points each.");
    lines.add(
        "# Submitted " + job.submitted() + ". Handed over again by hand it does what is missing.");
    lines.add("#SBATCH --job-name=" + job.name());
    lines.add("#SBATCH --no-requeue");
    lines.add("#SBATCH --array=0-" + (job.tasks() - 1));
    lines.add("#SBATCH --ntasks=1");
    lines.add("#SBATCH --cpus-per-task=1"); // a later line of the user's prevails
    lines.add("#SBATCH --signal=B:TERM@" + END_SECONDS);
    String log = folder.resolve("logs").toString().replace("%", "%%") + "/" + number + "-%a.log";
    lines.add("#SBATCH --open-mode=append");
    lines.add("#SBATCH --output=" + sbatchWord(log));
    lines.add("#SBATCH --chdir=" + sbatchWord(folder.toString()));
    options.others().forEach(o -> lines.add("#SBATCH " + (o.startsWith("-") ? o : "--" + o)));
    lines.add("");
    lines.add("folder=" + ShellWord.of(folder.toString()));
    lines.add("program=" + ShellWord.of(command.program().toString()));
    lines.add("lost() { echo \"lockstep: $(hostname): $1; $2\" >&2; exit 127; }");
    if (command.javaHome() != null) {
      lines.add("export JAVA_HOME=" + ShellWord.of(command.javaHome().toString()));
      lines.add(
          "[ -x \"$JAVA_HOME/bin/java\" ] || lost \"no Java at $JAVA_HOME/bin/java\""
              + " \"the sweep was submitted with it, and needs it on every node\"");
    }
    lines.add(
        "[ -x \"$program\" ] || lost \"no program at $program\""
            + " \"the sweep was submitted with it, and needs it on every node\"");
    lines.add(
        "[ -f \"$folder/plan.json\" ] || lost \"no sweep at $folder\""
            + " \"its folder has to be on a file system that all nodes share\"");
    StringBuilder last = new StringBuilder("exec \"$program\" sweep shard");
    last.append(" \"$((SLURM_ARRAY_TASK_ID + 1))/").append(job.tasks()).append("\" \"$folder\"");
    last.append(" --round \"$folder/rounds/").append(number).append(".json\"");
    last.append(" --threads \"$SLURM_CPUS_PER_TASK\"");
    command.words().forEach(word -> last.append(' ').append(ShellWord.of(word)));
    lines.add(last.toString());
    return String.join("\n", lines) + "\n";
  }

  /** Quotes a word for the option lines of an {@code sbatch} script. */
  private static String sbatchWord(String text) {
    return isPlain(text) ? text : "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static boolean isPlain(String text) {
    return text.matches("[A-Za-z0-9_./,:=@%+-]+");
  }
}
