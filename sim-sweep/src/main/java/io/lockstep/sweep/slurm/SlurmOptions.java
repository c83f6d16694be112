// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.slurm;

import io.lockstep.io.InputException;
import java.util.List;

/**
 * Options of a job array. Values are passed to {@code sbatch} unchanged.
 *
 * @param tasks number of tasks of a round; 0 to derive it from the missing points
 * @param others further options of {@code sbatch}, one per element
 */
public record SlurmOptions(int tasks, List<String> others) {
  /** Maximum size of an array in Slurm's default configuration. */
  public static final int MOST_TASKS = 1000;

  private static final int POINTS_OF_TASK = 50;

  /** Rejects values with control characters, and invalid numbers. */
  public SlurmOptions {
    others = List.copyOf(others);
    others.forEach(o -> line("--sbatch-option", o));
    if (tasks < 0) {
      throw new IllegalArgumentException(tasks + " tasks");
    }
  }

  private static void line(String name, String text) {
    if (text.chars().anyMatch(c -> c < ' ')) {
      throw new InputException(name, "must not contain line breaks or other control characters");
    }
  }

  int tasksOf(long missing) {
    long wanted = tasks > 0 ? tasks : (missing + POINTS_OF_TASK - 1) / POINTS_OF_TASK;
    return (int) Math.max(1, Math.min(wanted, tasks > 0 ? missing : MOST_TASKS));
  }
}
