// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.issue;

import io.lockstep.spi.spec.Figures;
import java.util.List;

/** Selects the wavefront that arrived at the compute unit first. */
public final class OldestFirst implements WavefrontPolicy {
  /** The policy's name. */
  public static final String NAME = "oldest_first";

  /** Creates the policy; called by ServiceLoader. */
  public OldestFirst() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "the wavefront that came to the compute unit first";
  }

  @Override
  public List<String> otherNames() {
    return List.of("oldest");
  }

  @Override
  public WavefrontRule rule(int slots, Figures figures) {
    return new WavefrontRule() {
      @Override
      public int choose(Candidates ready) {
        return ready.oldest();
      }
    };
  }
}
