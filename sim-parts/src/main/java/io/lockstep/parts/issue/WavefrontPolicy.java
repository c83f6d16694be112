package io.lockstep.parts.issue;

import io.lockstep.parts.policy.Policy;
import io.lockstep.parts.spec.Figures;

/** Which of several wavefronts that could issue does: {@code issue.policy}. */
public interface WavefrontPolicy extends Policy {
  /**
   * Makes the rule of one port, SIMD or warp scheduler.
   *
   * @param slots wavefronts it has, numbered from 0
   * @param figures the device's, for example {@code issue.group}
   * @return a rule that remembers nothing yet
   */
  WavefrontRule rule(int slots, Figures figures);
}
