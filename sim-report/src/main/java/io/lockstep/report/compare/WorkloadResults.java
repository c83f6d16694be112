// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.explain.roof.BindingPeak;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.run.RunResult;
import java.util.List;
import java.util.Optional;

/**
 * The results of one workload, with given parameters, on all devices of a page.
 *
 * @param results one result for each device, in the order of the devices
 * @param places resolves source lines of the workload's kernels
 * @param sources texts of the source files
 * @param doubts for each result, the peak that limits it if that rests on uncertain parameters
 */
public record WorkloadResults(
    List<RunResult> results,
    LinePlaces places,
    SourceLines sources,
    List<Optional<BindingPeak>> doubts) {
  public WorkloadResults {
    results = List.copyOf(results);
    doubts = List.copyOf(doubts);
  }

  String workload() {
    return results.get(0).workload();
  }

  /** Formats the parameters as on the command line; may be empty. */
  String parameters() {
    StringBuilder text = new StringBuilder();
    results
        .get(0)
        .parameters()
        .forEach((k, v) -> text.append(text.isEmpty() ? "" : " ").append(k + "=" + v));
    return text.toString();
  }

  long longestKernels() {
    return results.stream().mapToLong(RunResult::kernelPicos).max().orElse(0);
  }
}
