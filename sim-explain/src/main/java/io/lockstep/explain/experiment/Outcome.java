// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.experiment;

import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Results of a variant at the launch phases from 0 on.
 *
 * @param kernels whether only kernel time is counted
 */
public record Outcome(List<RunResult> results, boolean kernels) {
  public Outcome {
    results = List.copyOf(results);
  }

  public RunResult first() {
    return results.get(0);
  }

  public boolean has(RunStatus status) {
    return results.stream().anyMatch(r -> r.status() == status);
  }

  /** Returns why the first run without a time was refused or failed; empty if all have a time. */
  public String problem() {
    return results.stream()
        .filter(r -> !r.isSimulated())
        .map(RunResult::message)
        .findFirst()
        .orElse("");
  }

  /**
   * Returns this outcome.
   *
   * @param name name of the variant, for messages
   * @throws UnexplainedException if a run was refused or failed
   */
  public Outcome simulated(String name) {
    for (RunResult result : results) {
      if (!result.isSimulated()) {
        boolean refused = result.status() == RunStatus.REFUSED;
        throw new UnexplainedException(
            refused ? UnexplainedException.Why.REFUSED : UnexplainedException.Why.FAILED,
            name + (refused ? " refuses it: " : " failed: ") + result.message());
      }
    }
    return this;
  }

  /**
   * Returns this outcome.
   *
   * @param name name of the variant, for messages
   * @throws UnexplainedException if a run was refused, failed or takes no time
   */
  public Outcome timed(String name) {
    if (simulated(name).picos().contains(0L)) {
      throw new UnexplainedException(
          UnexplainedException.Why.REFUSED,
          name + " takes no time for it; --timing says which time counts");
    }
    return this;
  }

  /** Returns whether all runs were simulated and take time. */
  public boolean isTimed() {
    return problem().isEmpty() && !picos().contains(0L);
  }

  /** Returns the counted times in picoseconds. */
  public List<Long> picos() {
    return picos(this::picos);
  }

  /** Returns the times of the kernels in picoseconds. */
  public List<Long> kernelPicos() {
    return picos(RunResult::kernelPicos);
  }

  public List<Long> picos(ToLongFunction<RunResult> of) {
    return results.stream().map(of::applyAsLong).toList();
  }

  private long picos(RunResult result) {
    return kernels ? result.kernelPicos() : result.picos();
  }

  /** Returns the mean relative half-width of the intervals of sampled times; 0 if exact. */
  public double interval() {
    double sum = 0;
    for (RunResult result : results) {
      sum += result.interval().orElse(0) / (double) picos(result);
    }
    return sum / results.size(); // not divided by the root: the errors of the phases are alike
  }
}
