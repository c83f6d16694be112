// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import io.lockstep.spi.policy.Policy;
import io.lockstep.spi.spec.Figures;

/** Selects the next request of a channel among the waiting requests: {@code dram.policy}. */
public interface DramPolicy extends Policy {
  /**
   * Creates the rule of one channel.
   *
   * @param figures figures of the device, for example {@code dram.banks}
   * @return a rule in its initial state
   */
  DramRule rule(Figures figures);
}
