// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.issue;

import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/** Declares the figures of wavefront selection. Immutable and thread-safe. */
public final class PolicySpec implements Part {
  /** Path of the figure that selects the policy. */
  public static final String POLICY = "issue.policy";

  /** Path of the figure for the number of wavefronts in a group of {@link TwoLevel}. */
  public static final String GROUP = "issue.group";

  private final String own;

  /**
   * Creates the part with a family's own policy as default.
   *
   * @param own name of the policy of the family's hardware
   */
  public PolicySpec(String own) {
    this.own = own;
  }

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.key(POLICY, Dimension.POLICY, "which of the wavefronts that could issue does")
        .policy(WavefrontPolicy.class, own)
        .key(GROUP, Dimension.COUNT, "wavefronts of a group of two_level")
        .between(1, 64)
        .usually("8", "4", "16");
  }
}
