package io.lockstep.run.oracle;

import java.util.Optional;

/**
 * What an expectation may be missed by; empty where the workload's own entry, if there is one,
 * decides.
 *
 * @param relative share of the expected value
 * @param absolute in any case
 */
public record Tolerance(Optional<Double> relative, Optional<Double> absolute) {
  /** Whether exact bits are wanted, unless the entry says otherwise. */
  boolean isNone() {
    return relative.isEmpty() && absolute.isEmpty();
  }
}
