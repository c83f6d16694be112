// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.io.InputException;
import io.lockstep.workload.expression.Scope;
import io.lockstep.workload.expression.TypedExpression;
import io.lockstep.workload.step.Step;
import io.lockstep.workload.step.StepWalker;
import java.util.OptionalLong;

/**
 * Counts the work-groups that a workload will launch, if the number is known before execution, by
 * walking its steps without executing them.
 */
final class GroupPlan {
  /** Maximum number of steps, because walking longer programs takes too long. */
  private static final int MOST_STEPS = 20_000;

  private GroupPlan() {}

  /** Signals that a loop or a size depends on results of kernels. */
  private static final class UnknownException extends RuntimeException {}

  static OptionalLong of(BoundWorkload bound, KernelLibrary kernels) {
    StepWalker.Condition unknown =
        new StepWalker.Condition() {
          @Override
          public boolean holds(TypedExpression condition, Scope scope) {
            throw new UnknownException();
          }

          @Override
          public boolean met(Step.RepeatUntil loop, Scope scope) {
            throw new UnknownException();
          }

          @Override
          public String found(Step.RepeatUntil loop, Scope scope) {
            throw new UnknownException();
          }
        };
    StepWalker walker = new StepWalker(bound.workload().steps(), bound.scope().forRun(), unknown);
    long groups = 0;
    try {
      Step step = walker.next();
      for (int steps = 0; step != null; step = walker.next()) {
        if (step instanceof Step.Set) {
          return OptionalLong.empty(); // later steps may depend on results of kernels
        }
        if (step.operation() instanceof Step.Launch written) {
          KernelLibrary.Entry entry = kernels.get(written, walker.scope());
          Step.Launch launch = LaunchCheck.inOrder(written, entry.kernel());
          long more = LaunchCheck.geometry(launch, entry, walker.scope()).groups();
          groups = Math.addExact(groups, more);
        }
        if (++steps > MOST_STEPS) {
          return OptionalLong.empty();
        }
      }
      return OptionalLong.of(groups);
    } catch (UnknownException | InputException | ArithmeticException e) {
      return OptionalLong.empty(); // the error is reported when its step is reached
    }
  }
}
