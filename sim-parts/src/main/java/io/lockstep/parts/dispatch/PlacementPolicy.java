package io.lockstep.parts.dispatch;

import io.lockstep.parts.policy.Policy;

/** Which compute unit takes the next work-group: {@code dispatch.placement}. */
public interface PlacementPolicy extends Policy {
  /**
   * Makes the rule of one machine.
   *
   * @param dies units of each die in the order in which the hardware fills them; one die where the
   *     device has no several
   * @return a rule that remembers nothing yet
   */
  PlacementRule rule(int[][] dies);
}
