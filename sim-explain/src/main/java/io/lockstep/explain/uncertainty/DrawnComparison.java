// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import io.lockstep.run.RunResult;
import java.util.List;

/**
 * A comparison with the uncertainty due to the ranges of figures.
 *
 * @param results results of the nominal devices in the requested order, including refusals
 */
public record DrawnComparison(List<RunResult> results, Uncertainty uncertainty) {
  public DrawnComparison {
    results = List.copyOf(results);
  }
}
