package io.lockstep.sweep.slurm;

import io.lockstep.io.InputException;
import java.util.List;

/**
 * Options of a job array. Values are passed to {@code sbatch} unchanged.
 *
 * @param partition of the cluster; empty for the default
 * @param time limit of a task in the form of {@code sbatch --time}; empty for the partition's
 * @param memory of a task in the form of {@code sbatch --mem}; empty for the partition's
 * @param cpus of a task, which is also its number of concurrent points; at least 1
 * @param atOnce maximum number of running tasks; 0 for no limit
 * @param tasks number of tasks of a round; 0 to derive it from the missing points
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

  /**
   * Refuses values with line breaks, and invalid numbers.
   *
   * @param partition of the cluster
   * @param time limit of a task
   * @param memory of a task
   * @param cpus of a task
   * @param atOnce maximum number of running tasks
   * @param tasks of a round
   * @param others further options
   */
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

  /** {@return options with one processor per task and the cluster's defaults} */
  public static SlurmOptions defaults() {
    return new SlurmOptions("", "", "", 1, 0, 0, List.of());
  }

  /** The number of tasks for a number of points. */
  int tasksOf(long missing) {
    long wanted = tasks > 0 ? tasks : (missing + POINTS_OF_TASK - 1) / POINTS_OF_TASK;
    return (int) Math.max(1, Math.min(wanted, tasks > 0 ? missing : MOST_TASKS));
  }
}
