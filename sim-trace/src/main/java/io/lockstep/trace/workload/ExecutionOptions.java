package io.lockstep.trace.workload;

/**
 * How a workload is executed.
 *
 * @param instructionBudget most portable operations of one work-item, after which it counts as an
 *     endless loop
 */
public record ExecutionOptions(long instructionBudget) {
  /** Generous limits. */
  public static ExecutionOptions defaults() {
    return new ExecutionOptions(DEFAULT_BUDGET);
  }

  /** Default of {@link #instructionBudget}. */
  public static final long DEFAULT_BUDGET = 4_000_000_000L;
}
