package io.lockstep.parts.dram;

import io.lockstep.parts.policy.Policy;
import io.lockstep.parts.spec.Figures;

/** Which of the requests that wait at a channel is next: {@code dram.policy}. */
public interface DramPolicy extends Policy {
  /**
   * Makes the rule of one channel.
   *
   * @param figures the device's, for example {@code dram.banks}
   * @return a rule that remembers nothing yet
   */
  DramRule rule(Figures figures);
}
