// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.execute.poll.PollTracker;
import io.lockstep.execute.state.PrintedText;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Executes the groups of a launch whose kernel polls. A waiting group is suspended while other
 * groups continue. The order depends only on the kernel and its data.
 *
 * <ol>
 *   <li>Groups poll again, by id, if their words now have values that release them. If it is not
 *       known how a loop decides ({@link io.lockstep.execute.poll.PollSlice}), a group polls when
 *       its words have changed often enough: once at first, and twice as often after every poll
 *       without effect. All due groups poll before any group continues, and before the group that
 *       changed a word may change another, so that they see the change that released them.
 *   <li>Then the first ready group continues, by id; groups that let others poll first take
 *       precedence. If no group is ready, the next group begins, by id.
 *   <li>If no group can begin, all groups poll whose words have changed at all. Otherwise, all
 *       groups continue from a launch barrier that all have reached. Otherwise, groups poll whose
 *       loops count their polls and may give up.
 * </ol>
 *
 * <p>Records are returned in the order of ids.
 */
final class GroupSwitcher {
  /** The result of a group that ended before a group with a lower id. */
  private record Ended(WorkGroupRecord record, PrintedText printed) {}

  /**
   * Number of suspended groups above which groups do not poll after every change, if it is not
   * known how polls decide: at a barrier, each would poll once for every other group.
   */
  private static final int MANY = 64;

  private final SwitchedGroups executor;
  private final PollTracker tracker;
  private final long groups;
  private final long most;
  private final TreeMap<Long, SuspendedGroup> suspended = new TreeMap<>();
  private final Map<Long, Ended> ended = new HashMap<>(); // never iterated
  private final Deque<SuspendedGroup> free = new ArrayDeque<>();
  private long next = -1;
  private boolean pollAll;
  private long looked; // watched changes at the last search for due groups

  /** Creates the scheduler of a launch with at most {@code most} live groups. */
  GroupSwitcher(SwitchedGroups executor, PollTracker tracker, long groups, long most) {
    this.executor = executor;
    this.tracker = tracker;
    this.groups = groups;
    this.most = most;
  }

  /** Executes a group. Groups must be requested in ascending order. */
  WorkGroupRecord execute(long group) {
    if (next < 0) {
      next = group;
    }
    while (!ended.containsKey(group)) {
      step();
    }
    Ended done = ended.remove(group);
    done.printed().finish();
    return done.record();
  }

  private void step() {
    if (poll(pollAll)) {
      return;
    }
    SuspendedGroup first = null;
    for (SuspendedGroup g : suspended.values()) {
      if (g.ready && (first == null || g.yielded && !first.yielded)) {
        first = g;
      }
    }
    if (first != null) {
      first.ready = false;
      run(first, false);
      return;
    }
    if (next < groups && suspended.size() + ended.size() < most) {
      SuspendedGroup g = free.isEmpty() ? executor.newGroup() : free.pop();
      executor.install(g);
      executor.begin(next);
      settle(g, next++, executor.runPolling(false), false);
      return;
    }
    if (!poll(true) && !passBarrier() && !retry()) {
      throw executor.deadlock(suspended.values()).of(next < groups, next, most);
    }
  }

  /**
   * Lets the groups poll whose words have changed.
   *
   * @param all whether to include groups whose words have not changed often enough
   * @return whether any group polled
   */
  private boolean poll(boolean all) {
    pollAll = false;
    if (!all && looked == tracker.watchedChanges) {
      return false;
    }
    List<SuspendedGroup> due = new ArrayList<>();
    long least = all || suspended.size() <= MANY ? 1 : suspended.size() / 2;
    for (SuspendedGroup g : suspended.values()) {
      if (!g.ready && g.isDue(tracker.words, all ? 1 : Math.max(least, g.changesToPoll))) {
        due.add(g);
      }
    }
    looked = tracker.watchedChanges;
    for (SuspendedGroup g : due) {
      boolean goesOn = false;
      for (WaitingFragment w : List.copyOf(g.watch.waiting())) {
        // An earlier poll may have changed the word again, for example by taking a lock.
        if (w.isDue(tracker.words)) {
          goOn(g, w);
          goesOn = true;
        }
      }
      if (goesOn) {
        run(g, true);
      }
    }
    return !due.isEmpty();
  }

  /** Releases the launch barrier if all groups have reached it; returns whether they have. */
  private boolean passBarrier() {
    boolean all = suspended.size() == groups;
    for (SuspendedGroup g : suspended.values()) {
      all &= g.atBarrier;
    }
    for (SuspendedGroup g : suspended.values()) {
      g.ready |= all;
      g.atBarrier &= !all;
    }
    return all;
  }

  /** Resumes loops that count their polls and may give up; returns whether there were any. */
  private boolean retry() {
    List<SuspendedGroup> tired = new ArrayList<>();
    for (SuspendedGroup g : suspended.values()) {
      if (g.watch.waiting().stream().anyMatch(WaitingFragment::counts)) {
        tired.add(g);
      }
    }
    for (SuspendedGroup g : tired) {
      List.copyOf(g.watch.waiting()).stream()
          .filter(WaitingFragment::counts)
          .forEach(w -> goOn(g, w));
      executor.chargePolls(true);
      run(g, true);
      executor.chargePolls(false);
    }
    return !tired.isEmpty();
  }

  private static void goOn(SuspendedGroup g, WaitingFragment w) {
    g.watch.resume(w);
    g.fragments.add(w.fragment());
  }

  private void run(SuspendedGroup g, boolean untilPolled) {
    long group = g.group;
    executor.resume(g);
    GroupPause pause = executor.runPolling(untilPolled);
    g.watch.resumedAll();
    g.changesToPoll = pause == GroupPause.WAITING && untilPolled ? 2 * g.changesToPoll : 1;
    settle(g, group, pause, untilPolled);
  }

  private void settle(SuspendedGroup g, long group, GroupPause pause, boolean untilPolled) {
    g.group = group;
    if (pause == GroupPause.ENDED) {
      suspended.remove(group);
      ended.put(group, new Ended(executor.record(), executor.takePrinted(g)));
      g.changesToPoll = 1;
      free.push(g);
      return;
    }
    g.ready = pause == GroupPause.YIELDED;
    g.atBarrier = pause == GroupPause.AT_BARRIER;
    g.yielded = g.ready && !untilPolled;
    executor.suspend(g);
    suspended.put(group, g);
  }

  /** Returns whether a suspended group might continue if it polled. */
  boolean isBehind() {
    if (tracker.awaited.released() == 0 && !tracker.words.areWatched()) {
      return false;
    }
    for (SuspendedGroup g : suspended.values()) {
      if (!g.ready && !executor.isRunning(g) && g.isDue(tracker.words, 1)) {
        return true;
      }
    }
    return false;
  }

  /** Lets groups that may continue poll before another group runs, unless too many wait. */
  void pollAll() {
    pollAll = suspended.size() <= MANY;
  }
}
