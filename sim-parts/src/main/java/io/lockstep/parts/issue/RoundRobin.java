// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.issue;

import io.lockstep.spi.spec.Figures;

/** Selects the next ready wavefront in slot order after the one that issued last. */
public final class RoundRobin implements WavefrontPolicy {
  /** The policy's name. */
  public static final String NAME = "round_robin";

  /** Creates the policy; called by ServiceLoader. */
  public RoundRobin() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "the next wavefront in turn after the one that issued last";
  }

  @Override
  public WavefrontRule rule(int slots, Figures figures) {
    return new WavefrontRule() {
      private int last;

      @Override
      public int choose(Candidates ready) {
        return ready.next(last, 0, slots);
      }

      @Override
      public void issued(int wavefront) {
        last = wavefront;
      }
    };
  }
}
