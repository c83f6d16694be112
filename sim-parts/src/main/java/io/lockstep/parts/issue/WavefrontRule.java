// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.issue;

/**
 * Selects among the ready wavefronts of one port (a SIMD or warp scheduler). Called in the issue
 * loop, so it must not allocate. Not thread-safe.
 */
public abstract class WavefrontRule {
  /** Constructor for use by subclasses. */
  protected WavefrontRule() {}

  /**
   * Selects a wavefront; must not change state, because the caller need not issue the wavefront.
   *
   * @param ready the ready wavefronts, at least one
   * @return the slot of one of them
   */
  public abstract int choose(Candidates ready);

  /**
   * Reports the first wavefront that issued in a tick.
   *
   * @param wavefront slot of the wavefront
   */
  public void issued(int wavefront) {}
}
