// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.issue;

import io.lockstep.core.engine.Stateful;
import io.lockstep.parts.state.PartState;

/**
 * Selects among ready wavefronts, for one port (a SIMD or warp scheduler). Subclasses register
 * their state in {@link #state}, so that checkpoints contain it. Called in the issue loop, so it
 * must not allocate. Not thread-safe.
 */
public abstract class WavefrontRule {
  /** The saved state: call {@code state.keep(new int[1])} once, in the constructor. */
  protected final PartState state = new PartState();

  /** For subclasses. */
  protected WavefrontRule() {}

  /**
   * Selects a wavefront; must not change state, since the caller may issue none.
   *
   * @param ready the ready wavefronts, at least one
   * @return the slot of one of them
   */
  public abstract int choose(Candidates ready);

  /**
   * Reports that a wavefront issued; of several in one tick only the first.
   *
   * @param wavefront slot of the wavefront
   */
  public void issued(int wavefront) {}

  final Stateful state() {
    return state;
  }
}
