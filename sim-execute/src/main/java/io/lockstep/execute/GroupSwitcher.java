package io.lockstep.execute;

import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Executes the groups of a launch whose kernel polls: one that waits is suspended, and others go
 * on. The order depends on nothing but the kernel and its data.
 *
 * <ol>
 *   <li>Groups poll again, by id, whose words have got values with which they go on; where it is
 *       not known how a loop decides ({@link PollSlice}), groups whose words were changed often
 *       enough: once at first, twice as often after every poll without effect. All of them poll
 *       before any goes on, and before the group that changed a word may change another, so that
 *       what they have seen is the change that released them.
 *   <li>Then groups go on that could, by id, one that let others poll first; then one begins that
 *       has not yet, by id.
 *   <li>Where that is nothing, all poll again whose words were changed at all; then all go on from
 *       a barrier of the launch to which all have come; then those poll whose loops count their
 *       polls and may give up.
 * </ol>
 *
 * <p>Records are handed out by id. Not thread-safe.
 */
final class GroupSwitcher {
  /** What a group has done that ended before one with a lower id. */
  private record Ended(WorkGroupRecord record, PrintedText printed) {}

  /**
   * More groups than this do not poll after every change if it is not known how their polls decide:
   * at a barrier each would otherwise poll once for every other group.
   */
  private static final int MANY = 64;

  private final SwitchedGroups executor;
  private final PollTracker tracker;
  private final long groups;
  private final long most;
  private final TreeMap<Long, SuspendedGroup> suspended = new TreeMap<>();
  private final Map<Long, Ended> ended = new HashMap<>(); // looked up only
  private final Deque<SuspendedGroup> free = new ArrayDeque<>();
  private long next = -1;
  private boolean pollAll;
  private long looked; // changes of words that are waited on when due groups were last looked for

  /**
   * @param groups of the launch
   * @param most groups that may be alive at once
   */
  GroupSwitcher(SwitchedGroups executor, PollTracker tracker, long groups, long most) {
    this.executor = executor;
    this.tracker = tracker;
    this.groups = groups;
    this.most = most;
  }

  /** What a group does; groups are asked for in ascending order. */
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
   * Lets groups poll whose words were changed.
   *
   * @param all even if their words were not changed often enough
   * @return whether there were any
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
        // One that polled before may have changed the word again: it has taken a lock.
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

  /**
   * Lets all groups go on from a barrier of the launch to which all have come: whether they have.
   */
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

  /** Lets loops go on that count their polls, and may give up: whether there are any. */
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

  /** Whether a group that does not run may go on once it polls. */
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

  /** All groups that may go on poll before another does, unless they are too many. */
  void pollAll() {
    pollAll = suspended.size() <= MANY;
  }
}
