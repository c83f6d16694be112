package io.lockstep.cli.sweep;

import io.lockstep.cli.terminal.UsageException;
import io.lockstep.io.Bounds;
import io.lockstep.sweep.slurm.SlurmOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Where the points of a sweep's folder are computed, and what a cluster is asked for. */
public final class SweepCluster {
  private static final int MOST_CPUS = 256;
  private static final int MOST_TASKS = 4_000_000; // an array cannot have more

  /** Where points are computed. */
  enum Place {
    /** By this process. */
    HERE,
    /** By nodes that Slurm looks after. */
    SLURM,
    /** By whoever computes its parts later. */
    NOBODY
  }

  @Option(
      names = "--on",
      paramLabel = "WHERE",
      description = {
        "slurm: computes a sweep in a folder that all nodes share as arrays of jobs, and waits for",
        "them. here: in this process. nobody: makes the folder alone, for 'sweep shard'. (default:",
        "here). docs/sweep-cluster.md has more."
      })
  private Place place = Place.HERE;

  @Option(names = "--partition", paramLabel = "P", description = "With --on slurm: the partition.")
  private String partition = "";

  @Option(
      names = "--time",
      paramLabel = "T",
      description = {
        "With --on slurm: limit of time of a task, as sbatch takes it. What a task has not done by",
        "then goes out again."
      })
  private String time = "";

  @Option(
      names = "--array-limit",
      paramLabel = "N",
      description = "With --on slurm: most tasks that run at once (default: no limit).")
  private Integer arrayLimit;

  @Option(
      names = "--cpus",
      paramLabel = "N",
      description =
          "With --on slurm: processors of a task, which computes as many points at once (default:"
              + " 1).")
  private Integer cpus;

  @Option(
      names = "--task-memory",
      paramLabel = "M",
      description = "With --on slurm: memory of a task, as sbatch --mem takes it.")
  private String memory = "";

  @Option(
      names = "--tasks",
      paramLabel = "N",
      description = {
        "With --on slurm: tasks of an array, a shard of points each (default: one for 50 points, up",
        "to 1000)."
      })
  private Integer tasks;

  @Option(
      names = "--sbatch-option",
      paramLabel = "OPTION",
      description = "With --on slurm: a further option of sbatch: --account=physics. Repeatable.")
  private List<String> others = new ArrayList<>();

  @Option(
      names = "--detach",
      description = {
        "With --on slurm: hands the first array over and ends. 'sweep resume FOLDER --on slurm'",
        "waits for it, from anywhere."
      })
  private boolean detach;

  /** Names of all of these. */
  static final Set<String> NAMES =
      Set.of(
          "--on",
          "--partition",
          "--time",
          "--array-limit",
          "--cpus",
          "--task-memory",
          "--tasks",
          "--sbatch-option",
          "--detach");

  /**
   * Whether a cluster is to compute; refuses what then makes no sense, and what makes none else.
   */
  boolean isMeant(CommandLine line) {
    boolean here = place != Place.SLURM;
    for (OptionSpec option : line.getParseResult().matchedOptions()) {
      String name = option.longestName();
      if (here && NAMES.contains(name) && !name.equals("--on")) {
        throw new UsageException(name + " wants --on slurm");
      }
      if (!here && name.equals("--threads")) {
        throw new UsageException("--threads is not for --on slurm: --cpus N is");
      }
      if (!here && name.equals("--fail-fast")) {
        throw new UsageException("--fail-fast is not for --on slurm");
      }
    }
    return !here;
  }

  /** Whether only a folder is wanted. */
  boolean isNobody() {
    return place == Place.NOBODY;
  }

  boolean isDetached() {
    return detach;
  }

  SlurmOptions options() {
    return new SlurmOptions(
        partition,
        time,
        memory,
        number("--cpus", cpus, MOST_CPUS, 1),
        number("--array-limit", arrayLimit, MOST_TASKS, 0),
        number("--tasks", tasks, MOST_TASKS, 0),
        others);
  }

  private static int number(String option, Integer value, int most, int usual) {
    if (value != null) {
      UsageException.require(option, value, Bounds.of(1, most), "");
    }
    return value == null ? usual : value;
  }
}
