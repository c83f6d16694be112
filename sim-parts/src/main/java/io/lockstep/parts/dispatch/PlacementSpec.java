// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dispatch;

import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/** Declares the placement policy of work-groups. Immutable and thread-safe. */
public final class PlacementSpec implements Part {
  /** Path of the figure that selects the placement policy. */
  public static final String PLACEMENT = "dispatch.placement";

  private final String own;

  /**
   * Creates the part with a family's own policy as default.
   *
   * @param own name of the policy of the family's hardware
   */
  public PlacementSpec(String own) {
    this.own = own;
  }

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.key(PLACEMENT, Dimension.POLICY, "which compute unit takes the next work-group")
        .policy(PlacementPolicy.class, own);
  }
}
