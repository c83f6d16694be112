package io.lockstep.run.oracle;

import java.util.Optional;

/**
 * The tolerance of an expectation; empty if the workload's own entry decides.
 *
 * @param relative relative tolerance
 * @param absolute absolute tolerance
 */
public record Tolerance(Optional<Double> relative, Optional<Double> absolute) {
  /** Whether bits are compared, unless the entry has a tolerance. */
  boolean isNone() {
    return relative.isEmpty() && absolute.isEmpty();
  }
}
