// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.linear;

import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.LinearRegister;
import io.lockstep.execute.lane.Step;

/** Steps under a predicate that may be the same for all work-items. */
record UniformGuard(LinearRegister predicate, boolean negated, Step guarded, Step[] steps)
    implements Step {
  @Override
  public void run(ActiveLanes lanes) {
    if (!predicate.isUniform()) {
      guarded.run(lanes);
    } else if (predicate.base() == 0 == negated) {
      for (Step step : steps) {
        step.run(lanes);
      }
    }
  }
}
