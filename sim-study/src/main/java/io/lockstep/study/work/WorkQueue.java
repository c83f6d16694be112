// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

import io.lockstep.study.point.ProgramKey;
import io.lockstep.study.point.Schedulable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The points to compute, and their assignment to workers. Points of one program (workload and
 * parameters) are assigned to a single worker as long as other programs are left for the other
 * workers; then workers share programs. Points with the longest estimated times come first.
 *
 * <p>The points come from an iterator, of which a window is read ahead so that memory is bounded,
 * or they are added while others are computed. Thread-safe.
 */
public final class WorkQueue<P extends Schedulable> {
  private static final int WINDOW = 10_000;
  private static final int FEW_GROUPS = 1024;

  /** The waiting points of one program. */
  private static final class Group<P extends Schedulable> {
    private final Estimates.Level level;
    private final Map<String, Deque<Task<P>>> byDevice = new TreeMap<>();
    private int size;
    private int workers;

    Group(P first) {
      level = new Estimates.Level(first.program().workload().toString());
    }

    void add(Task<P> task) {
      byDevice.computeIfAbsent(task.point().device(), d -> new ArrayDeque<>()).add(task);
      size++;
    }
  }

  /** The view of one worker, which continues with its current program. */
  public final class Hand {
    private Group<P> group;

    private Hand() {}

    /**
     * Returns the next point. Waits while points that are being computed may have to be retried.
     *
     * @return the point, or null at the end
     * @throws InterruptedException if the thread is interrupted
     */
    public Task<P> next() throws InterruptedException {
      return take(this);
    }
  }

  private final Iterator<P> points;
  private final Estimates estimates = new Estimates();
  private final Map<ProgramKey, Group<P>> groups = new LinkedHashMap<>(); // in order of insertion
  // points to be computed while no other point is computed
  private final List<Task<P>> alone = new ArrayList<>();
  private final Map<Long, Group<P>> flying = new HashMap<>(); // points being computed, by index
  private long last = Long.MAX_VALUE; // points with a larger index are not handed out
  private int waiting; // number of points in groups
  private boolean isAlone;
  private boolean stopped;
  private boolean isOpen; // whether points may still be added
  private int mostGroups = FEW_GROUPS; // number of groups at which empty ones are removed

  /**
   * Creates a queue.
   *
   * @param points points in order; accessed under the queue's lock
   */
  public WorkQueue(Iterator<P> points) {
    this.points = points;
  }

  /** Returns an empty queue, to which points are added until {@link #close}. */
  public static <P extends Schedulable> WorkQueue<P> open() {
    WorkQueue<P> queue = new WorkQueue<>(Collections.emptyIterator());
    queue.isOpen = true;
    return queue;
  }

  /** Adds a point to an open queue. The caller bounds the number of points. */
  public synchronized void add(P point) {
    if (groups.size() >= mostGroups) {
      removeEmptyGroups();
      mostGroups = Math.max(FEW_GROUPS, 2 * groups.size());
    }
    put(new Task<>(point));
    notifyAll();
  }

  /** Says that no more points are added. */
  public synchronized void close() {
    isOpen = false;
    notifyAll();
  }

  public Hand hand() {
    return new Hand();
  }

  private synchronized Task<P> take(Hand hand) throws InterruptedException {
    while (!stopped) {
      fill();
      if (!isAlone && waiting > 0) {
        if (hand.group == null || hand.group.size == 0) {
          leave(hand);
          hand.group = choose();
          hand.group.workers++;
        }
        return fly(pick(hand.group), hand.group);
      }
      if (!isAlone && flying.isEmpty()) {
        if (!alone.isEmpty()) {
          isAlone = true;
          Task<P> task = alone.remove(0);
          return fly(task, new Group<>(task.point()));
        }
        if (!isOpen) {
          break;
        }
      }
      wait();
    }
    leave(hand);
    return null;
  }

  private Task<P> fly(Task<P> task, Group<P> group) {
    flying.put(task.point().index(), group);
    return task;
  }

  private void leave(Hand hand) {
    if (hand.group != null) {
      hand.group.workers--;
      hand.group = null;
    }
  }

  private void fill() {
    if (waiting > WINDOW / 10 || !points.hasNext()) {
      return;
    }
    removeEmptyGroups();
    while (waiting < WINDOW && points.hasNext()) {
      put(new Task<>(points.next()));
    }
  }

  private void removeEmptyGroups() {
    groups.values().removeIf(g -> g.size == 0 && g.workers == 0 && !flying.containsValue(g));
  }

  private void put(Task<P> task) {
    if (task.point().index() > last) {
      return;
    }
    P point = task.point();
    groups.computeIfAbsent(point.program(), k -> new Group<>(point)).add(task);
    waiting++;
  }

  /**
   * Returns the program with the most work among the programs without a worker, or among all
   * programs if each has a worker.
   */
  private Group<P> choose() {
    Group<P> best = null;
    double most = -1;
    boolean free = false;
    for (Group<P> group : groups.values()) {
      if (group.size == 0 || free && group.workers > 0) {
        continue;
      }
      double time = group.size * estimates.micros(group.level) / (1 + group.workers);
      if (!free && group.workers == 0 || time > most) {
        best = group;
        most = time;
        free = group.workers == 0;
      }
    }
    return best;
  }

  private Task<P> pick(Group<P> group) {
    String longest = null;
    double most = -1;
    for (String device : group.byDevice.keySet()) {
      double factor = estimates.factor(device);
      if (factor > most) {
        most = factor;
        longest = device;
      }
    }
    Deque<Task<P>> tasks = group.byDevice.get(longest);
    Task<P> task = tasks.remove();
    if (tasks.isEmpty()) {
      group.byDevice.remove(longest);
    }
    group.size--;
    waiting--;
    return task;
  }

  synchronized void done(Task<P> task, long wallMicros) {
    Group<P> group = flying.remove(task.point().index());
    estimates.measured(group.level, task.point().device(), wallMicros);
    isAlone = false;
    notifyAll();
  }

  /**
   * Puts a point back for another attempt.
   *
   * @param byItself whether no other point may be computed at the same time
   */
  public synchronized void again(Task<P> task, boolean byItself) {
    flying.remove(task.point().index());
    isAlone = false;
    if (byItself) {
      alone.add(task);
    } else {
      put(task);
    }
    notifyAll();
  }

  /**
   * Ends the queue after a point.
   *
   * @param index index of the last point to compute
   */
  public synchronized void endAfter(long index) {
    last = Math.min(last, index);
    for (Group<P> group : groups.values()) {
      for (Deque<Task<P>> tasks : group.byDevice.values()) {
        int before = tasks.size();
        tasks.removeIf(task -> task.point().index() > last);
        group.size -= before - tasks.size();
        waiting -= before - tasks.size();
      }
      group.byDevice.values().removeIf(Deque::isEmpty);
    }
    alone.removeIf(task -> task.point().index() > last);
    notifyAll();
  }

  synchronized void stop() {
    stopped = true;
    notifyAll();
  }

  synchronized boolean isStopped() {
    return stopped;
  }
}
