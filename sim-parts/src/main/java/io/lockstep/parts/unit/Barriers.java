// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.parts.state.SavedPart;

/**
 * Barriers of the work-groups resident on a compute unit, counted in wavefronts.
 *
 * <p>A barrier opens when all wavefronts of the group that have not ended have arrived; a wavefront
 * that ends may therefore open it. Not thread-safe.
 */
public final class Barriers extends SavedPart {
  private final int[] alive;
  private final int[] arrived;
  private final long[] waits = state.counters(1);

  /**
   * Creates barriers for empty slots.
   *
   * @param groups number of group slots of the compute unit
   */
  public Barriers(int groups) {
    alive = state.keep(new int[groups]);
    arrived = state.keep(new int[groups]);
  }

  /**
   * Assigns a slot to a group.
   *
   * @param group slot of the group, free until now
   * @param wavefronts number of wavefronts of the group
   */
  public void start(int group, int wavefronts) {
    alive[group] = wavefronts;
    arrived[group] = 0;
  }

  /**
   * Registers the arrival of a wavefront.
   *
   * @param group slot of the group
   * @return whether this opens the barrier
   */
  public boolean arrive(int group) {
    if (++arrived[group] == alive[group]) {
      arrived[group] = 0;
      return true;
    }
    waits[0]++;
    return false;
  }

  /**
   * Registers the end of a wavefront.
   *
   * @param group slot of the group
   * @return whether this opens the barrier for the waiting wavefronts
   */
  public boolean end(int group) {
    alive[group]--;
    if (arrived[group] > 0 && arrived[group] == alive[group]) {
      arrived[group] = 0;
      return true;
    }
    return false;
  }

  /**
   * {@return the number of wavefronts of a group that have not ended}
   *
   * @param group slot of the group
   */
  public int alive(int group) {
    return alive[group];
  }

  /**
   * {@return the number of wavefronts of a group that wait at its barrier}
   *
   * @param group slot of the group
   */
  public int waiting(int group) {
    return arrived[group];
  }

  /** {@return the number of times that a wavefront waited at a barrier} */
  public long waits() {
    return waits[0];
  }
}
