package io.lockstep.execute;

import io.lockstep.kernel.ir.Variant;
import java.util.Arrays;

/**
 * The sixteen barriers of a work-group: who has arrived, how many are expected, and how many
 * brought a true predicate. Not thread-safe.
 */
final class GroupBarriers {
  /** PTX ISA, "bar": sixteen barriers a group, numbered from 0. */
  static final int COUNT = 16;

  private final int[] arrived = new int[COUNT];
  private final int[] expected = new int[COUNT];
  private final int[] yes = new int[COUNT];

  void reset() {
    Arrays.fill(arrived, 0);
    Arrays.fill(expected, 0);
    Arrays.fill(yes, 0);
  }

  /** What a message says of a barrier that there is not. */
  static String unknown(long id) {
    return "there is no barrier " + id + "; a group has barriers 0 to " + (COUNT - 1);
  }

  /** All of some work-items arrive at a barrier for the whole group. */
  void arriveTogether(int id, int lanes) {
    arrived[id] += lanes;
  }

  /**
   * One work-item arrives.
   *
   * @param count work-items the barrier is for, 0 for all of the group
   * @return whether others that wait there agree about their number
   */
  boolean arrive(int id, int count, int predicate) {
    boolean agrees = arrived[id] == 0 || expected[id] == count;
    arrived[id]++;
    expected[id] = count;
    yes[id] += predicate;
    return agrees;
  }

  int arrived(int id) {
    return arrived[id];
  }

  int expected(int id) {
    return expected[id];
  }

  /** Whether as many have come as are expected, of so many that still run. */
  boolean isComplete(int id, int live) {
    int needed = expected[id] == 0 ? live : expected[id];
    return arrived[id] > 0 && arrived[id] >= needed;
  }

  /** What a reduction over those that arrived gives. */
  int reduced(int id, Variant.Barrier kind) {
    return switch (kind) {
      case COUNT_TRUE -> yes[id];
      case ALL_TRUE -> yes[id] == arrived[id] ? 1 : 0;
      default -> yes[id] > 0 ? 1 : 0;
    };
  }

  /** The barrier is free again. */
  void clear(int id) {
    arrived[id] = 0;
    expected[id] = 0;
    yes[id] = 0;
  }
}
