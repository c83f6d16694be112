// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.issue;

import io.lockstep.spi.policy.Policy;
import io.lockstep.spi.spec.Figures;

/** Selects the ready wavefront that issues: {@code issue.policy}. */
public interface WavefrontPolicy extends Policy {
  /**
   * Creates the rule of one port (a SIMD or warp scheduler).
   *
   * @param slots number of wavefront slots, numbered from 0
   * @param figures figures of the device, for example {@code issue.group}
   * @return a rule in its initial state
   */
  WavefrontRule rule(int slots, Figures figures);
}
