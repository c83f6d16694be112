// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.issue;

import io.lockstep.spi.spec.Figures;

/** Selects the wavefront that has waited longest for the port; the lowest slot wins ties. */
public final class LongestReady implements WavefrontPolicy {
  /** The policy's name. */
  public static final String NAME = "longest_ready";

  /** Creates the policy; called by ServiceLoader. */
  public LongestReady() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "the wavefront that has waited longest for the port, among equals the lowest slot";
  }

  @Override
  public WavefrontRule rule(int slots, Figures figures) {
    return new WavefrontRule() {
      @Override
      public int choose(Candidates ready) {
        int best = ready.slot(0);
        for (int i = 1; i < ready.count(); i++) {
          int w = ready.slot(i);
          long earlier = ready.since(w) - ready.since(best);
          if (earlier < 0 || earlier == 0 && w < best) {
            best = w;
          }
        }
        return best;
      }
    };
  }
}
