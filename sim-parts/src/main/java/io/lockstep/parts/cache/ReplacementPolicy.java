package io.lockstep.parts.cache;

import io.lockstep.parts.policy.Policy;

/** Which line of a full set makes room for another: {@code l1.replacement}. */
public interface ReplacementPolicy extends Policy {
  /**
   * Makes the rule of one cache.
   *
   * @param sets of the cache
   * @param ways lines of a set, 1 to 127
   * @param seed of what is random, {@code l1.seed}
   * @return a rule before any use
   */
  ReplacementRule rule(int sets, int ways, long seed);
}
