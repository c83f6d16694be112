package io.lockstep.report.compare;

import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.run.RunResult;
import java.util.List;

/**
 * One workload with its parameters on all devices of a page.
 *
 * @param results one for each device, in their order
 * @param places source files of its kernels
 * @param sources their texts
 */
public record WorkloadResults(List<RunResult> results, LinePlaces places, SourceLines sources) {
  /**
   * Copies the lists.
   *
   * @param results one for each device, in their order
   * @param places source files of its kernels
   * @param sources their texts
   */
  public WorkloadResults {
    results = List.copyOf(results);
  }

  /** {@return the workload's name} */
  String workload() {
    return results.get(0).workload();
  }

  /** {@return its parameters as on the command line, or an empty text} */
  String parameters() {
    StringBuilder text = new StringBuilder();
    results
        .get(0)
        .parameters()
        .forEach((k, v) -> text.append(text.isEmpty() ? "" : " ").append(k + "=" + v));
    return text.toString();
  }

  /** {@return the longest of the kernels' own times, picoseconds} */
  long longestKernels() {
    return results.stream().mapToLong(RunResult::kernelPicos).max().orElse(0);
  }
}
