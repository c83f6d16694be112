// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.issue;

import io.lockstep.spi.spec.Figures;

/**
 * Selects the wavefront that issued last while it is ready, otherwise the oldest one (GTO: Rogers,
 * O'Connor, Aamodt, "Cache-Conscious Wavefront Scheduling", MICRO 2012).
 */
public final class GreedyThenOldest implements WavefrontPolicy {
  /** Creates the policy; called by ServiceLoader. */
  public GreedyThenOldest() {}

  @Override
  public String name() {
    return "greedy_then_oldest";
  }

  @Override
  public String definition() {
    return "the wavefront that issued last as long as it can, then the oldest";
  }

  @Override
  public WavefrontRule rule(int slots, Figures figures) {
    return new GreedyRule(Candidates::oldest);
  }
}
