// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.issue;

/** The ready wavefronts, by slot, from which a {@link WavefrontRule} selects. Not thread-safe. */
public abstract class Candidates {
  final int[] slot;
  final long[] since;
  final long[] age; // by slot: sequence number of arrival
  int count;

  Candidates(int slots) {
    slot = new int[slots];
    since = new long[slots];
    age = new long[slots];
  }

  /** {@return the number of ready wavefronts} */
  public int count() {
    return count;
  }

  /**
   * {@return the slot of a ready wavefront}
   *
   * @param i index below {@link #count}, in no particular order
   */
  public int slot(int i) {
    return slot[i];
  }

  /**
   * {@return the tick since which a wavefront has been ready}
   *
   * @param wavefront slot of the wavefront
   */
  public long since(int wavefront) {
    return since[wavefront];
  }

  /**
   * {@return a wavefront's sequence number in order of arrival}
   *
   * @param wavefront slot of the wavefront
   */
  public long age(int wavefront) {
    return age[wavefront];
  }

  /**
   * {@return whether a wavefront is ready}
   *
   * @param wavefront a slot, or -1
   */
  public boolean has(int wavefront) {
    for (int i = 0; i < count; i++) {
      if (slot[i] == wavefront) {
        return true;
      }
    }
    return false;
  }

  /** {@return the slot of the oldest ready wavefront} */
  public int oldest() {
    int best = slot[0];
    for (int i = 1; i < count; i++) {
      if (age[slot[i]] < age[best]) {
        best = slot[i];
      }
    }
    return best;
  }

  /** {@return the slot of the youngest ready wavefront} */
  public int youngest() {
    int best = slot[0];
    for (int i = 1; i < count; i++) {
      if (age[slot[i]] > age[best]) {
        best = slot[i];
      }
    }
    return best;
  }

  /**
   * {@return the next ready wavefront in cyclic slot order within a range, or -1}
   *
   * @param last slot of the previous wavefront
   * @param from first slot of the range
   * @param to slot after the last one of the range
   */
  public int next(int last, int from, int to) {
    int behind = -1; // lowest slot above last
    int first = -1;
    for (int i = 0; i < count; i++) {
      int w = slot[i];
      if (w < from || w >= to) {
        continue;
      }
      if (w > last && (behind < 0 || w < behind)) {
        behind = w;
      }
      if (first < 0 || w < first) {
        first = w;
      }
    }
    return behind >= 0 ? behind : first;
  }
}
