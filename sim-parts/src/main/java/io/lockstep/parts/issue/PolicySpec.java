package io.lockstep.parts.issue;

import io.lockstep.parts.spec.Dimension;
import io.lockstep.parts.spec.Part;
import io.lockstep.parts.spec.SpecSchema;

/** The figures of the choice among wavefronts. Immutable and thread-safe. */
public final class PolicySpec implements Part {
  /** Path of the policy. */
  public static final String POLICY = "issue.policy";

  /** Path of the wavefronts of a group of {@link TwoLevel}. */
  public static final String GROUP = "issue.group";

  private final String own;

  /**
   * The figures of a family, with its own policy as default.
   *
   * @param own name of the policy that the family's hardware has
   */
  public PolicySpec(String own) {
    this.own = own;
  }

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.policy(POLICY, "which of the wavefronts that could issue does", WavefrontPolicy.class, own)
        .figure(GROUP, Dimension.COUNT, "wavefronts of a group of two_level", 1, 64)
        .usually(GROUP, "8", "4", "16");
  }
}
