package io.lockstep.parts.cache;

import io.lockstep.parts.policy.Policy;
import java.util.Optional;

/** What a cache does with writes: {@code l1.write_policy}. */
public interface WritePolicy extends Policy {
  /** {@return what becomes of a write to a line that is held} */
  WriteAction held();

  /** {@return what becomes of a write to a line that is not held} */
  WriteAction absent();

  /**
   * Makes the rule of one cache, for a policy that decides write by write.
   *
   * @param sets of the cache
   * @return a rule before any use; empty where {@link #held} and {@link #absent} say it all
   */
  default Optional<WriteRule> rule(int sets) {
    return Optional.empty();
  }

  /** {@return whether lines may be dirty; a rule of another policy must not keep writes} */
  default boolean writesBack() {
    return held() == WriteAction.KEEP || absent() == WriteAction.KEEP;
  }
}
