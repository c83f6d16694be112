// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import java.util.Arrays;

/**
 * The groups of asynchronous copies of each warp, in order: copies join the open group until it is
 * closed, by a commit or by an arrival at a barrier that waits for it. A group is done when all its
 * copies have written shared memory. At most {@link #MOST} groups of a warp, the open one included,
 * are not done: whatever closes one waits for the oldest.
 */
final class CopyGroups {
  /** Groups of a warp at most; a guess that exceeds the stages of published kernels. */
  static final int MOST = 16;

  // The word of a group, from its lowest bit: the number of copies whose end is not known yet; the
  // last tick at which one of the others ends.
  private static final int KNOWN_SHIFT = 16;
  private static final long PENDING = (1L << KNOWN_SHIFT) - 1;

  private final int[] closed; // by warp: number of groups, which is the number of the open one
  private final int[] commits; // by warp
  private final int[] ends; // by warp and commit modulo MOST: number of the groups closed with it
  private final long[] groups; // by warp and number of the group modulo MOST

  CopyGroups(int warps) {
    closed = new int[warps];
    commits = new int[warps];
    ends = new int[warps * MOST];
    groups = new long[warps * MOST];
  }

  void started(int warp) {
    closed[warp] = 0;
    commits[warp] = 0;
    Arrays.fill(groups, warp * MOST, (warp + 1) * MOST, 0);
  }

  /** Returns the place of the open group of a warp, below {@link #MOST}. */
  int open(int warp) {
    return closed[warp] & MOST - 1;
  }

  /** Adds a copy to the open group that ends at a tick. */
  void ends(int warp, long tick) {
    int at = warp * MOST + open(warp);
    groups[at] = until(groups[at], tick);
  }

  /** Adds a copy to the open group that ends by {@link #arrived}. */
  void awaits(int warp) {
    groups[warp * MOST + open(warp)]++;
  }

  /** Ends a copy of the group at a place. */
  void arrived(int warp, int place, long tick) {
    int at = warp * MOST + place;
    groups[at] = until(groups[at] - 1, tick);
  }

  /** Returns the last tick of the open group's copies whose tick is known. */
  long known(int warp) {
    return groups[warp * MOST + open(warp)] >> KNOWN_SHIFT;
  }

  /** Returns the tick at which the open group may be closed; {@link WarpTable#NEVER} if unknown. */
  long room(int warp) {
    return done(groups[warp * MOST + (closed[warp] + 1 & MOST - 1)]);
  }

  void commit(int warp) {
    close(warp);
    ends[warp * MOST + (commits[warp]++ & MOST - 1)] = closed[warp];
  }

  private void close(int warp) {
    closed[warp]++;
    groups[warp * MOST + open(warp)] = 0;
  }

  /** Closes the open group if it has copies; returns the number behind that of the last group. */
  int arrive(int warp) {
    if (groups[warp * MOST + open(warp)] != 0) {
      close(warp);
    }
    return closed[warp];
  }

  /** Returns the number of the first group that is not certainly done. */
  int oldest(int warp) {
    return Math.max(0, closed[warp] - MOST + 1);
  }

  /** Returns the number behind that of the last group that is not among the latest. */
  int end(int warp, int latest) {
    boolean some = latest < Math.min(commits[warp], MOST);
    return some ? ends[warp * MOST + (commits[warp] - latest - 1 & MOST - 1)] : 0;
  }

  /**
   * Returns the tick at which all groups but the latest are done; {@link WarpTable#NEVER} if it is
   * not known yet.
   *
   * @param latest number of the latest groups, which may be under way
   */
  long done(int warp, int latest) {
    return doneBefore(warp, end(warp, latest));
  }

  /** Returns the tick at which the groups below a number are done, as {@link #done}. */
  long doneBefore(int warp, int end) {
    long tick = 0;
    for (int group = oldest(warp); group < end; group++) {
      tick = Math.max(tick, done(groups[warp * MOST + (group & MOST - 1)]));
    }
    return tick;
  }

  private static long done(long group) {
    return (group & PENDING) != 0 ? WarpTable.NEVER : group >> KNOWN_SHIFT;
  }

  private static long until(long group, long tick) {
    return tick > group >> KNOWN_SHIFT ? tick << KNOWN_SHIFT | group & PENDING : group;
  }
}
