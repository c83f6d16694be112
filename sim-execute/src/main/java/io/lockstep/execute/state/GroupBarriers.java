// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.state;

import io.lockstep.kernel.ir.Variant;
import java.util.Arrays;

/**
 * The sixteen barriers of a work-group, with arrived and expected work-items and the number of true
 * predicates.
 */
public final class GroupBarriers {
  /** Barriers of a group, numbered from 0 (PTX ISA, "bar"). */
  public static final int COUNT = 16;

  private final int[] arrived = new int[COUNT];
  private final int[] expected = new int[COUNT];
  private final int[] yes = new int[COUNT];

  public void reset() {
    Arrays.fill(arrived, 0);
    Arrays.fill(expected, 0);
    Arrays.fill(yes, 0);
  }

  public static String unknown(long id) {
    return "there is no barrier " + id + "; a group has barriers 0 to " + (COUNT - 1);
  }

  /** Records the arrival of several work-items at a barrier for the whole group. */
  public void arriveTogether(int id, int lanes) {
    arrived[id] += lanes;
  }

  /**
   * Records the arrival of one work-item.
   *
   * @param count number of participants of the barrier, 0 for the whole group
   * @return whether earlier arrivals had the same count
   */
  public boolean arrive(int id, int count, int predicate) {
    boolean agrees = arrived[id] == 0 || expected[id] == count;
    arrived[id]++;
    expected[id] = count;
    yes[id] += predicate;
    return agrees;
  }

  public int arrived(int id) {
    return arrived[id];
  }

  public int expected(int id) {
    return expected[id];
  }

  /** Returns whether enough work-items have arrived, of {@code live} that have not exited. */
  public boolean isComplete(int id, int live) {
    int needed = expected[id] == 0 ? live : expected[id];
    return arrived[id] > 0 && arrived[id] >= needed;
  }

  public int reduced(int id, Variant.Barrier kind) {
    return switch (kind) {
      case COUNT_TRUE -> yes[id];
      case ALL_TRUE -> yes[id] == arrived[id] ? 1 : 0;
      default -> yes[id] > 0 ? 1 : 0;
    };
  }

  public void clear(int id) {
    arrived[id] = 0;
    expected[id] = 0;
    yes[id] = 0;
  }
}
