// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache.policy;

import io.lockstep.spi.policy.Policy;
import java.util.Optional;

/** Determines how a cache treats writes: {@code l1.write_policy}. */
public interface WritePolicy extends Policy {
  /** {@return the action for a write to a held line} */
  WriteAction held();

  /** {@return the action for a write to an absent line} */
  WriteAction absent();

  /**
   * Creates the rule of one cache, for a policy that decides for each write.
   *
   * @param sets number of sets of the cache
   * @return a rule in its initial state; empty if {@link #held} and {@link #absent} suffice
   */
  default Optional<WriteRule> rule(int sets) {
    return Optional.empty();
  }

  /** {@return whether lines may be dirty; else rules must not return {@link WriteAction#KEEP}} */
  default boolean writesBack() {
    return held() == WriteAction.KEEP || absent() == WriteAction.KEEP;
  }
}
