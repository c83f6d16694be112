package io.lockstep.explain.uncertainty;

import io.lockstep.run.RunResult;
import java.util.List;

/**
 * A comparison with the uncertainty due to the ranges of figures.
 *
 * @param results of the nominal devices, in the requested order, refusals among them
 * @param uncertainty of those that were simulated
 */
public record SampledComparison(List<RunResult> results, Uncertainty uncertainty) {
  /**
   * Copies the collections.
   *
   * @param results of the nominal devices
   * @param uncertainty of those that were simulated
   */
  public SampledComparison {
    results = List.copyOf(results);
  }
}
