package io.lockstep.sweep.slurm;

import io.lockstep.io.InputException;
import java.util.List;

/**
 * Options of a job array. Values are passed to {@code sbatch} unchanged.
 *
 * @param partition partition of the cluster; empty for the default
 * @param time time limit of a task in the syntax of {@code sbatch --time}; empty for the
 *     partition's
 * @param memory memory of a task in the syntax of {@code sbatch --mem}; empty for the partition's
 * @param cpus processors per task, also its number of concurrent points; at least 1
 * @param atOnce maximum number of running tasks; 0 for no limit
 * @param tasks number of tasks of a round; 0 to derive it from the number of missing points
 * @param others further options of {@code sbatch}, one each
 */
public record SlurmOptions(
    String partition,
    String time,
    String memory,
    int cpus,
    int atOnce,
    int tasks,
    List<String> others) {
  /** Maximum size of an array in Slurm's default configuration. */
  public static final int MOST_TASKS = 1000;

  private static final int POINTS_OF_TASK = 50;

  /** Rejects values with line breaks, which would add lines to the script, and invalid numbers. */
  public SlurmOptions {
    line("--partition", partition);
    line("--time", time);
    line("--memory", memory);
    others = List.copyOf(others);
    others.forEach(o -> line("--sbatch-option", o));
    if (cpus < 1 || atOnce < 0 || tasks < 0) {
      throw new IllegalArgumentException(cpus + " cpus, " + atOnce + " at once, " + tasks);
    }
  }

  private static void line(String name, String text) {
    if (text.chars().anyMatch(c -> c < ' ')) {
      throw new InputException(name, "one line is expected");
    }
  }

  /** Returns options with one processor per task and the cluster's defaults. */
  public static SlurmOptions defaults() {
    return new SlurmOptions("", "", "", 1, 0, 0, List.of());
  }

  int tasksOf(long missing) {
    long wanted = tasks > 0 ? tasks : (missing + POINTS_OF_TASK - 1) / POINTS_OF_TASK;
    return (int) Math.max(1, Math.min(wanted, tasks > 0 ? missing : MOST_TASKS));
  }
}
