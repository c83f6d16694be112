// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import java.util.List;

/** Finds launches whose results no later step and no expectation reads. */
final class UnreadResults {
  private UnreadResults() {}

  /**
   * Returns whether nothing reads what a launch writes. Only the last launch of a program
   * qualifies, outside of loops and conditionals.
   */
  static boolean isOf(BoundWorkload bound, Step.Launch launch) {
    return !expects(bound) && isLast(bound.workload().steps(), launch);
  }

  /** Returns whether any launch is one whose results nothing reads. */
  static boolean areAny(BoundWorkload bound) {
    return bound.workload().steps().stream()
        .map(Step::operation)
        .anyMatch(step -> step instanceof Step.Launch launch && isOf(bound, launch));
  }

  private static boolean expects(BoundWorkload bound) {
    boolean printed =
        bound.workload().expected().output().isPresent()
            && bound.holdsFor(bound.workload().expected().outputOnly());
    return printed
        || bound.workload().expectations().stream().anyMatch(e -> bound.holdsFor(e.only()));
  }

  private static boolean isLast(List<Step> steps, Step.Launch launch) {
    for (int i = steps.size() - 1; i >= 0; i--) {
      Step step = steps.get(i).operation();
      if (step == launch) {
        return true;
      }
      if (reads(step)) {
        return false;
      }
    }
    return false;
  }

  /** Returns whether a step may use contents of buffers; a transfer takes time only. */
  private static boolean reads(Step step) {
    return !(step instanceof Step.Transfer
        || step instanceof Step.Fill
        || step instanceof Step.Synchronize
        || step instanceof Step.RecordEvent
        || step instanceof Step.WaitEvent
        || step instanceof Step.SynchronizeStream
        || step instanceof Step.SynchronizeEvent);
  }
}
