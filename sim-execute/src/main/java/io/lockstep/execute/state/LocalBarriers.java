// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.state;

import io.lockstep.execute.record.WaitRecorder;
import java.util.Arrays;

/**
 * The barriers in the running group's local memory, by their place. Counts the changes of each, so
 * that a record tells how many of them a successful test needs.
 */
public final class LocalBarriers {
  /** Bytes of a barrier; records number barriers by their places in units of it. */
  public static final int BYTES = 8;

  /** Failed tests without an arrival between them after which the group is stuck. */
  private static final int MOST_FAILURES = 1 << 16;

  public final WaitRecorder waits;
  private int[] places = new int[4];
  private int[] changes = new int[4];
  private int[] completed = new int[4]; // number of changes when the last phase ended
  private int count;
  private int failures;

  public LocalBarriers(WaitRecorder waits) {
    this.waits = waits;
  }

  /** Forgets the barriers of the group before. */
  public void begin() {
    count = 0;
    failures = 0;
  }

  /** Returns the barriers' state, for {@link #restore}. */
  public int[][] copy() {
    return new int[][] {
      Arrays.copyOf(places, count), Arrays.copyOf(changes, count), Arrays.copyOf(completed, count)
    };
  }

  public void restore(int[][] state) {
    count = state[0].length;
    places = Arrays.copyOf(state[0], Math.max(4, count));
    changes = Arrays.copyOf(state[1], Math.max(4, count));
    completed = Arrays.copyOf(state[2], Math.max(4, count));
    failures = 0;
  }

  /** Returns the number of barriers. */
  public int count() {
    return count;
  }

  /** Returns the number of the barrier at a place, from 0 in the order of their first use. */
  public int index(int place) {
    for (int k = 0; k < count; k++) {
      if (places[k] == place) {
        return k;
      }
    }
    if (count == places.length) {
      places = Arrays.copyOf(places, 2 * count);
      changes = Arrays.copyOf(changes, 2 * count);
      completed = Arrays.copyOf(completed, 2 * count);
    }
    places[count] = place;
    changes[count] = 0;
    completed[count] = 0;
    return count++;
  }

  /** A barrier is made at a place; no phase of it is complete. */
  public void made(int place) {
    int at = index(place); // may replace the arrays
    completed[at] = 0;
    failures = 0;
  }

  /** Counts a change, which may complete a phase. */
  public void change(int place, boolean completes) {
    int at = index(place);
    changes[at]++;
    if (completes) {
      completed[at] = changes[at];
    }
    failures = 0;
  }

  /** Returns the number of changes up to the end of the last complete phase. */
  public int needed(int place) {
    int at = index(place);
    return completed[at];
  }

  /** Counts an execution in which a test fails; returns whether no test can succeed any more. */
  public boolean isStuck() {
    return ++failures >= MOST_FAILURES;
  }
}
