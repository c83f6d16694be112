// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.workload.expression.TypedExpression;
import io.lockstep.workload.step.Step;
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

  /** Returns the number of launches in the text of steps, inner ones included. */
  static int launches(List<Step> steps) {
    int own = (int) steps.stream().filter(s -> s.operation() instanceof Step.Launch).count();
    return own + steps.stream().mapToInt(s -> launches(s.inner())).sum();
  }

  /**
   * Returns whether no step of the host and no expectation reads what launches write, and all
   * conditions and variables are independent of buffers.
   */
  static boolean mayBeAll(BoundWorkload bound) {
    return !expects(bound) && areUnread(bound.workload().steps());
  }

  private static boolean areUnread(List<Step> steps) {
    return steps.stream().allMatch(UnreadResults::isUnread);
  }

  private static boolean isUnread(Step step) {
    boolean isHarmless =
        step instanceof Step.Launch
            || step instanceof Step.For
            || step instanceof Step.Swap
            || step instanceof Step.Copy
            || step instanceof Step.If choice && isOfNumbers(choice.condition())
            || step instanceof Step.While loop && isOfNumbers(loop.condition())
            || step instanceof Step.Set set
                && set.assignments().stream().allMatch(a -> isOfNumbers(a.value()))
            || !reads(step);
    return isHarmless && areUnread(step.inner());
  }

  private static boolean isOfNumbers(TypedExpression expression) {
    return expression.uses().buffers().isEmpty();
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
