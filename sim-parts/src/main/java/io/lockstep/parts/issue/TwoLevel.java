// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.issue;

import io.lockstep.spi.spec.Figures;

/**
 * Divides wavefronts into groups of {@code issue.group} slots. Wavefronts of the active group take
 * turns while any is ready; then the next ready group becomes active (after Narasiman et al.,
 * "Improving GPU Performance via Large Warps and Two-Level Warp Scheduling", MICRO 2011). Groups
 * reach their long stalls one after the other, so that one group computes while others wait.
 *
 * <p>Caveat: a group also becomes inactive if all its wavefronts stall only briefly.
 */
public final class TwoLevel implements WavefrontPolicy {
  /** Creates the policy; called by ServiceLoader. */
  public TwoLevel() {}

  @Override
  public String name() {
    return "two_level";
  }

  @Override
  public String definition() {
    return "in turn within a group of issue.group slots while any of it can, then the next group";
  }

  @Override
  public WavefrontRule rule(int slots, Figures figures) {
    int size = figures.integer(PolicySpec.GROUP);
    return new WavefrontRule() {
      private int last;

      @Override
      public int choose(Candidates ready) {
        int from = last / size * size;
        int here = ready.next(last, from, from + size);
        return here >= 0 ? here : ready.next(from + size - 1, 0, slots);
      }

      @Override
      public void issued(int wavefront) {
        last = wavefront;
      }
    };
  }
}
