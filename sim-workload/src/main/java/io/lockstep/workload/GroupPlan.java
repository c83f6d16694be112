package io.lockstep.workload;

import io.lockstep.io.InputException;
import java.util.OptionalLong;

/**
 * How many work-groups a workload is going to launch, where that can be told before it runs: its
 * steps are walked without executing them.
 */
final class GroupPlan {
  /** A longer program is not walked twice. */
  private static final int MOST_STEPS = 20_000;

  private GroupPlan() {}

  /** A loop or a size depends on what kernels compute. */
  private static final class UnknownException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

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
          return OptionalLong.empty(); // what follows may depend on what kernels compute
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
      return OptionalLong.empty(); // what is wrong is told when its step is reached
    }
  }
}
