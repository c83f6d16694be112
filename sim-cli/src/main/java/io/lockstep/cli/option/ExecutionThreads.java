// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.terminal.UsageException;
import io.lockstep.io.Bounds;
import picocli.CommandLine.Option;

/** The number of threads, and the option of executions that no simulation runs beside. */
public final class ExecutionThreads {
  private static final int MOST = 256;

  @Rare
  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Execution threads (default: all processors); the trace does not change.")
  private Integer threads;

  public int count() {
    return count(threads);
  }

  /**
   * Returns the number to use.
   *
   * @param asked the number on the command line; null if there is none
   */
  public static int count(Integer asked) {
    if (asked == null) {
      return Math.min(MOST, Runtime.getRuntime().availableProcessors());
    }
    UsageException.require("--threads", asked, Bounds.of(1, MOST), "");
    return asked;
  }
}
