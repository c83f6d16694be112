package io.lockstep.run;

import java.util.Locale;

/**
 * Why a row of {@link RunStatus#FAILED} has no result. Only the first three depend on the input
 * alone; the others on this machine and this run: they are never kept or compared as results.
 */
public enum Failure {
  /** The workload, its kernels or its files are invalid, or their execution fails. */
  INPUT,
  /** The model threw something, or ended the process. */
  MODEL,
  /** No progress: nothing was executed for the progress timeout, or events ended too early. */
  NO_PROGRESS,
  /** A call of the model did not return within the limit of wall time. */
  STUCK,
  /** The run's limit of wall time was over. */
  TIME_LIMIT,
  /** Out of memory. */
  MEMORY,
  /** The process was interrupted. */
  INTERRUPTED;

  /** {@return the reason as results name it, for example {@code time-limit}} */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
