// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.oracle;

import java.util.Optional;

/** The tolerance of an expectation; a missing value is taken from the workload's entry. */
public record Tolerance(Optional<Double> relative, Optional<Double> absolute) {
  /** Returns whether bits are compared, unless the entry has a tolerance. */
  boolean isNone() {
    return relative.isEmpty() && absolute.isEmpty();
  }
}
