package io.lockstep.parts.issue;

/** The wavefronts that could issue, as a {@link WavefrontRule} sees them. Not thread-safe. */
public abstract class Candidates {
  final int[] slot;
  final long[] since; // by slot
  final long[] age; // by slot: number in the order of arrival
  int count;

  Candidates(int slots) {
    slot = new int[slots];
    since = new long[slots];
    age = new long[slots];
  }

  /** {@return how many could issue} */
  public int count() {
    return count;
  }

  /**
   * {@return the slot of one of them}
   *
   * @param i from 0 to {@link #count}, in no order that means anything
   */
  public int slot(int i) {
    return slot[i];
  }

  /**
   * {@return the tick since which a ready wavefront could issue}
   *
   * @param wavefront its slot
   */
  public long since(int wavefront) {
    return since[wavefront];
  }

  /**
   * {@return a wavefront's number in the order of their arrival}
   *
   * @param wavefront its slot
   */
  public long age(int wavefront) {
    return age[wavefront];
  }

  /**
   * {@return whether a wavefront is among them}
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

  /** {@return the one that came first} */
  public int oldest() {
    int best = slot[0];
    for (int i = 1; i < count; i++) {
      if (age[slot[i]] < age[best]) {
        best = slot[i];
      }
    }
    return best;
  }

  /**
   * {@return the next one in order of slots and around, of those from one slot to another}
   *
   * @param last who was the last
   * @param from first slot that counts
   * @param to slot behind the last one that counts
   */
  public int next(int last, int from, int to) {
    int behind = -1; // the first after the last one
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
