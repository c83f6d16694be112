// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.kernel.analysis.NamedBarrier;
import io.lockstep.parts.counters.CountingPart;

/**
 * Barriers of the work-groups resident on a compute unit, counted in wavefronts.
 *
 * <p>A group has {@link NamedBarrier#NUMBERS} barriers. One for the whole group opens when all
 * wavefronts of the group that have not ended have arrived; a wavefront that ends may therefore
 * open it. One for a part opens when as many have arrived as it is for. Not thread-safe.
 */
public final class Barriers extends CountingPart {
  private final int[] alive;
  private final int[] arrived; // by group and number
  private final int[] expected; // by group and number; 0 for all
  private final long[] waits = own.counters(1);

  /**
   * Creates barriers for empty slots.
   *
   * @param groups number of group slots of the compute unit
   */
  public Barriers(int groups) {
    alive = new int[groups];
    arrived = new int[groups * NamedBarrier.NUMBERS];
    expected = new int[groups * NamedBarrier.NUMBERS];
  }

  /**
   * Assigns a slot to a group.
   *
   * @param group slot of the group, free until now
   * @param wavefronts number of wavefronts of the group
   */
  public void start(int group, int wavefronts) {
    alive[group] = wavefronts;
    for (int k = 0; k < NamedBarrier.NUMBERS; k++) {
      arrived[at(group, k)] = 0;
    }
  }

  /**
   * Registers the arrival of a wavefront that waits at the barrier of the whole group.
   *
   * @param group slot of the group
   * @return whether this opens the barrier
   */
  public boolean arrive(int group) {
    return arrive(group, 0, 0, true);
  }

  /**
   * Registers the arrival of a wavefront at a barrier.
   *
   * @param group slot of the group
   * @param number number of the barrier, below {@link NamedBarrier#NUMBERS}
   * @param participants wavefronts that the barrier is for, the same for all that arrive at it; 0
   *     for all of the group
   * @param waits whether the wavefront waits until the barrier opens
   * @return whether this opens the barrier
   */
  public boolean arrive(int group, int number, int participants, boolean waits) {
    int at = at(group, number);
    expected[at] = participants;
    arrived[at]++;
    boolean opens = opens(at, participants == 0 ? alive[group] : participants);
    if (waits && !opens) {
      this.waits[0]++;
    }
    return opens;
  }

  /**
   * Registers the end of a wavefront.
   *
   * @param group slot of the group
   * @return whether this opens a barrier for the waiting wavefronts
   */
  public boolean end(int group) {
    alive[group]--;
    boolean opens = false;
    for (int k = 0; k < NamedBarrier.NUMBERS; k++) {
      int at = at(group, k);
      opens |= arrived[at] > 0 && expected[at] == 0 && opens(at, alive[group]);
    }
    return opens;
  }

  private boolean opens(int at, int needed) {
    boolean opens = arrived[at] == needed;
    if (opens) {
      arrived[at] = 0;
    }
    return opens;
  }

  private static int at(int group, int number) {
    return group * NamedBarrier.NUMBERS + number;
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
   * {@return the number of wavefronts of a group that have arrived at closed barriers}
   *
   * @param group slot of the group
   */
  public int waiting(int group) {
    int all = 0;
    for (int k = 0; k < NamedBarrier.NUMBERS; k++) {
      all += arrived[at(group, k)];
    }
    return all;
  }

  /**
   * {@return whether no wavefront has arrived at a barrier since it last opened}
   *
   * @param group slot of the group
   * @param number number of the barrier, below {@link NamedBarrier#NUMBERS}
   */
  public boolean isOpen(int group, int number) {
    return arrived[at(group, number)] == 0;
  }

  /** {@return the number of times that a wavefront waited at a barrier} */
  public long waits() {
    return waits[0];
  }
}
