// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dispatch;

import io.lockstep.spi.policy.Policy;

/** Selects the compute unit of each work-group: {@code dispatch.placement}. */
public interface PlacementPolicy extends Policy {
  /**
   * Creates the rule of one machine.
   *
   * @param dies units of each die in the order in which the hardware fills them; at least one die
   * @return a rule in its initial state
   */
  PlacementRule rule(int[][] dies);
}
