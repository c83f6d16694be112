// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.option.Rare;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.io.Bounds;
import io.lockstep.sweep.slurm.SlurmOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

public final class SweepCluster {
  private static final int MOST_TASKS = 4_000_000;

  // limit of an array
  enum Place {
    HERE,
    SLURM,
    /** Computes no points; parts are computed later. */
    NONE
  }

  @Option(
      names = "--on",
      paramLabel = "WHERE",
      description = "Place of the points: here, slurm or none (default: here).")
  private Place place = Place.HERE;

  @Rare
  @Option(
      names = "--tasks",
      paramLabel = "N",
      description = "Tasks per Slurm array (default: one for 50 points).")
  private Integer tasks;

  @Rare
  @Option(
      names = "--sbatch-option",
      paramLabel = "OPTION",
      description = "An option of sbatch, e.g. --partition=short; repeatable.")
  private List<String> others = new ArrayList<>();

  @Rare
  @Option(
      names = "--detach",
      description = "Submit, print the job's number, e.g. for --dependency, and exit.")
  private boolean detach;

  static final Set<String> NAMES = Set.of("--on", "--tasks", "--sbatch-option", "--detach");

  /** Whether a cluster is to compute the sweep; rejects options that contradict this choice. */
  boolean isMeant(CommandLine line) {
    boolean here = place != Place.SLURM;
    for (OptionSpec option : line.getParseResult().matchedOptions()) {
      String name = option.longestName();
      if (here && NAMES.contains(name) && !name.equals("--on")) {
        throw new UsageException(name + " wants --on slurm");
      }
      if (!here && name.equals("--threads")) {
        throw new UsageException(
            "--threads is not for --on slurm: --sbatch-option --cpus-per-task=N is");
      }
      if (!here && name.equals("--fail-fast")) {
        throw new UsageException("--fail-fast is not for --on slurm");
      }
    }
    return !here;
  }

  boolean isNone() {
    return place == Place.NONE;
  }

  boolean isDetached() {
    return detach;
  }

  SlurmOptions options() {
    if (tasks != null) {
      UsageException.require("--tasks", tasks, Bounds.of(1, MOST_TASKS), "");
    }
    return new SlurmOptions(tasks == null ? 0 : tasks, others);
  }
}
