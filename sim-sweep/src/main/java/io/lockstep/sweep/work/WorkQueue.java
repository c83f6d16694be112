package io.lockstep.sweep.work;

import io.lockstep.sweep.point.Point;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Points that are to be computed, and who gets which. Points of one workload and parameters go to
 * one worker as long as there are other programs for the others; then all help with what is left,
 * point by point, so that all are busy to the end. The longest go first, as far as that is known.
 *
 * <p>Memory is bounded: of the points that are to come only a window is read ahead. Thread-safe.
 */
final class WorkQueue {
  private static final int WINDOW = 10_000;

  /** The points of one workload and parameters. */
  private static final class Group {
    private final Estimates.Level level;
    private final Map<String, Deque<Task>> byDevice = new TreeMap<>();
    private int size;
    private int workers;

    Group(Point first) {
      level = new Estimates.Level(first.workload().toString());
    }

    void add(Task task) {
      byDevice.computeIfAbsent(task.point().device(), d -> new ArrayDeque<>()).add(task);
      size++;
    }
  }

  /** What one worker is at: hands it points of the program that it has open. */
  final class Hand {
    private Group group;

    /**
     * The next point. Waits where none is there but one may come back.
     *
     * @return null where there is nothing more
     */
    Task next() throws InterruptedException {
      return take(this);
    }
  }

  private final Iterator<Point> points;
  private final Estimates estimates = new Estimates();
  private final Map<List<Object>, Group> groups = new HashMap<>();
  private final List<Task> alone = new ArrayList<>(); // when nothing else is computed
  private final Map<Long, Group> flying = new HashMap<>(); // by point
  private int waiting; // in groups
  private boolean isAlone;
  private boolean stopped;

  /**
   * @param points in the order of the plan; asked for under the queue's lock
   */
  WorkQueue(Iterator<Point> points) {
    this.points = points;
  }

  Hand hand() {
    return new Hand();
  }

  private synchronized Task take(Hand hand) throws InterruptedException {
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
        if (alone.isEmpty()) {
          break;
        }
        isAlone = true;
        Task task = alone.remove(0);
        return fly(task, new Group(task.point()));
      }
      wait();
    }
    leave(hand);
    return null;
  }

  private Task fly(Task task, Group group) {
    flying.put(task.point().index(), group);
    return task;
  }

  private static void leave(Hand hand) {
    if (hand.group != null) {
      hand.group.workers--;
      hand.group = null;
    }
  }

  private void fill() {
    if (waiting > WINDOW / 10 || !points.hasNext()) {
      return;
    }
    groups.values().removeIf(g -> g.size == 0 && g.workers == 0 && !flying.containsValue(g));
    while (waiting < WINDOW && points.hasNext()) {
      put(new Task(points.next()));
    }
  }

  private void put(Task task) {
    Point point = task.point();
    groups
        .computeIfAbsent(List.of(point.workload(), point.parameters()), k -> new Group(point))
        .add(task);
    waiting++;
  }

  /** The program with the most to do of those that nobody is at; else of all. */
  private Group choose() {
    Group best = null;
    double most = -1;
    boolean free = false;
    for (Group group : groups.values()) {
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

  private Task pick(Group group) {
    String longest = null;
    double most = -1;
    for (String device : group.byDevice.keySet()) {
      double factor = estimates.factor(device);
      if (factor > most) {
        most = factor;
        longest = device;
      }
    }
    Deque<Task> tasks = group.byDevice.get(longest);
    Task task = tasks.remove();
    if (tasks.isEmpty()) {
      group.byDevice.remove(longest);
    }
    group.size--;
    waiting--;
    return task;
  }

  /** A point has its row. */
  synchronized void done(Task task, long wallMicros) {
    Group group = flying.remove(task.point().index());
    estimates.measured(group.level, task.point().device(), wallMicros);
    isAlone = false;
    notifyAll();
  }

  /**
   * A point is to be tried again.
   *
   * @param byItself whether nothing else may be computed meanwhile
   */
  synchronized void again(Task task, boolean byItself) {
    flying.remove(task.point().index());
    isAlone = false;
    if (byItself) {
      alone.add(task);
    } else {
      put(task);
    }
    notifyAll();
  }

  /** Nothing more is handed out. */
  synchronized void stop() {
    stopped = true;
    notifyAll();
  }

  /** Whether it was stopped. */
  synchronized boolean isStopped() {
    return stopped;
  }
}
