// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache.policy;

import io.lockstep.spi.policy.Policy;

/** Selects the line that a full set evicts: {@code l1.replacement}. */
public interface ReplacementPolicy extends Policy {
  /**
   * Creates the rule of one cache.
   *
   * @param sets number of sets of the cache
   * @param ways associativity, 1 to 127
   * @param seed for random policies, {@code l1.seed}
   * @return a rule in its initial state
   */
  ReplacementRule rule(int sets, int ways, long seed);
}
