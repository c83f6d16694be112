// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import java.util.Locale;

/**
 * Reason why a {@link RunStatus#FAILED} row has no result. Only the first three reasons depend on
 * the input alone. The others also depend on the host and its load, so they are never stored or
 * compared as results.
 */
public enum Failure {
  /** The workload, its kernels or its files are invalid, or their execution fails. */
  INPUT,
  /** The model threw an exception or ended the process. */
  MODEL,
  /** No progress within the progress timeout, or events ran out before the program's end. */
  NO_PROGRESS,
  /** A call of the model did not return within the limit of wall time. */
  STUCK,
  /** The run's limit of wall time expired. */
  TIME_LIMIT,
  MEMORY,
  INTERRUPTED;

  /** {@return the reason as results spell it, for example {@code time-limit}} */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
