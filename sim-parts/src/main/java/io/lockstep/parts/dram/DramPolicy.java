// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import io.lockstep.spi.policy.Policy;
import io.lockstep.spi.spec.Figures;

/** Selects the next of the waiting requests of a channel: {@code dram.policy}. */
public interface DramPolicy extends Policy {
  /**
   * Creates the rule of one channel.
   *
   * @param figures the device's, for example {@code dram.banks}
   * @return a rule in its initial state
   */
  DramRule rule(Figures figures);
}
