package io.lockstep.explain.uncertainty;

import io.lockstep.run.RunResult;
import java.util.List;

/**
 * A comparison and what its figures' ranges leave open. Immutable.
 *
 * @param results of the devices as they are, in the requested order, refusals among them
 * @param uncertainty of those that were simulated
 */
public record SampledComparison(List<RunResult> results, Uncertainty uncertainty) {
  /**
   * Copies the collections.
   *
   * @param results of the devices as they are
   * @param uncertainty of those that were simulated
   */
  public SampledComparison {
    results = List.copyOf(results);
  }
}
