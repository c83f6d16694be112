// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.stream;

import io.lockstep.io.InputException;
import io.lockstep.trace.record.ProgramStreams;
import io.lockstep.workload.reader.StreamReader;
import io.lockstep.workload.step.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * Checks that each step that waits for an event follows a step that records it, so that program
 * order is always a legal order of execution. If steps wait for each other in a cycle, the error
 * names the steps.
 */
public final class EventOrder {
  private final List<Step> all; // all steps of the workload
  private final ProgramStreams streams;
  private final BitSet recorded = new BitSet();

  public EventOrder(List<Step> all, ProgramStreams streams) {
    this.all = all;
    this.streams = streams;
  }

  /** Rejects a step that waits for an event that no execution of the steps can record before. */
  public static void check(List<Step> steps, ProgramStreams streams) {
    if (streams.any()) {
      new EventOrder(steps, streams).check(steps);
    }
  }

  private void check(List<Step> steps) {
    for (Step step : steps) {
      if (isLoop(step)) {
        note(step.inner()); // an earlier iteration may have recorded the event
      }
      reach(step);
      check(step.inner());
    }
  }

  private static boolean isLoop(Step step) {
    return step instanceof Step.For
        || step instanceof Step.While
        || step instanceof Step.RepeatUntil;
  }

  private void note(List<Step> steps) {
    for (Step step : steps) {
      if (step instanceof Step.RecordEvent event) {
        recorded.set(event.event());
      }
      note(step.inner());
    }
  }

  /**
   * Called when a step is reached.
   *
   * @throws InputException if the step waits for an event that is not recorded
   */
  public void reach(Step step) {
    if (step instanceof Step.RecordEvent event) {
      recorded.set(event.event());
    } else if (awaited(step) >= 0 && !recorded.get(awaited(step))) {
      throw unrecorded(step);
    }
  }

  /** Returns the event that a step waits for, or -1. */
  private static int awaited(Step step) {
    return step instanceof Step.WaitEvent wait
        ? wait.event()
        : step instanceof Step.SynchronizeEvent wait ? wait.event() : -1;
  }

  private InputException unrecorded(Step wait) {
    List<Step> flat = new ArrayList<>();
    flatten(all, flat);
    int at = 0;
    while (flat.get(at) != wait) {
      at++;
    }
    String event = streams.events().get(awaited(wait));
    int record = next(flat, awaited(wait), at);
    if (record < 0) {
      return wait.wrong(
          "the event '%s' is not recorded yet: the step that records it (line %s) was not reached"
              .formatted(event, line(flat.get(last(flat, awaited(wait), at)))));
    }
    List<Integer> circle = path(flat, record, at);
    if (circle.isEmpty()) {
      return wait.wrong(
          "the event '%s' is recorded only later, at line %s: record it first"
              .formatted(event, line(flat.get(record))));
    }
    List<String> members = new ArrayList<>();
    members.add(describe(flat, at));
    for (int step : circle) {
      if (step != at && !describe(flat, step).isEmpty()) {
        members.add(describe(flat, step));
      }
    }
    return wait.wrong("deadlock: " + String.join("; ", members));
  }

  private static void flatten(List<Step> steps, List<Step> flat) {
    for (Step step : steps) {
      if (step instanceof Step.InStream || step.inner().isEmpty()) {
        flat.add(step);
      } else {
        flatten(step.inner(), flat);
      }
    }
  }

  private static int next(List<Step> flat, int event, int from) {
    for (int i = from + 1; i < flat.size(); i++) {
      if (flat.get(i) instanceof Step.RecordEvent record && record.event() == event) {
        return i;
      }
    }
    return -1;
  }

  private static int last(List<Step> flat, int event, int before) {
    for (int i = before - 1; i >= 0; i--) {
      if (flat.get(i) instanceof Step.RecordEvent record && record.event() == event) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the steps through which step {@code from} waits for step {@code to}, if it does. */
  private List<Integer> path(List<Step> flat, int from, int to) {
    int[] by = new int[flat.size()]; // by step: a step that waits for this step, or -1
    Arrays.fill(by, -1);
    by[from] = from;
    Deque<Integer> open = new ArrayDeque<>(List.of(from));
    while (!open.isEmpty() && by[to] < 0) {
      int step = open.remove();
      for (int before : before(flat, step)) {
        if (by[before] < 0) {
          by[before] = step;
          open.add(before);
        }
      }
    }
    List<Integer> path = new ArrayList<>();
    for (int step = to; by[to] >= 0; step = by[step]) {
      path.add(step);
      if (step == from) {
        break;
      }
    }
    Collections.reverse(path);
    return path;
  }

  /** Returns the steps that must have ended before a step starts. */
  private List<Integer> before(List<Step> flat, int at) {
    List<Integer> found = new ArrayList<>();
    Step step = flat.get(at);
    int event = awaited(step);
    if (event >= 0) {
      int record = last(flat, event, at);
      found.add(record >= 0 ? record : next(flat, event, at));
    }
    boolean held = false;
    boolean nearest = false;
    for (int i = at - 1; i >= 0; i--) {
      Step other = flat.get(i);
      if (stream(other) == 0) {
        found.add(i); // the default stream is ordered after all earlier and before all later steps
        break;
      }
      if (holdsHost(other)) {
        if (!held) {
          found.add(i); // all later steps are submitted after this step
        }
        held = true;
      } else if (precedes(other, step, nearest)) {
        found.add(i);
      }
      nearest |=
          stream(other) == stream(step) && (isInOrder(other) || other instanceof Step.InStream);
    }
    return found;
  }

  /**
   * Returns whether a step must have ended before a later step starts.
   *
   * @param nearest whether there is an operation between the two steps in the same stream or, in an
   *     in-order stream, any step
   */
  private boolean precedes(Step earlier, Step later, boolean nearest) {
    int stream = stream(earlier);
    if (stream < 0) {
      return false;
    }
    if (later instanceof Step.Synchronize || stream(later) == 0) {
      return true;
    }
    if (later instanceof Step.SynchronizeStream wait) {
      return stream == wait.stream();
    }
    if (stream != stream(later)) {
      return false;
    }
    if (isInOrder(earlier)) {
      return !nearest;
    }
    if (later instanceof Step.RecordEvent record) {
      return record.all() || !nearest && earlier instanceof Step.InStream;
    }
    return later instanceof Step.InStream
        && earlier instanceof Step.WaitEvent wait
        && (wait.all() || !nearest);
  }

  private boolean isInOrder(Step step) {
    return stream(step) > 0 && streams.streams().get(stream(step) - 1).inOrder();
  }

  private static boolean holdsHost(Step step) {
    return step instanceof Step.Synchronize
        || step instanceof Step.SynchronizeStream
        || step instanceof Step.SynchronizeEvent;
  }

  /** Returns the stream that a step is submitted to, or -1. */
  private static int stream(Step step) {
    if (step instanceof Step.InStream in) {
      return in.stream();
    } else if (step instanceof Step.RecordEvent record) {
      return record.stream();
    } else if (step instanceof Step.WaitEvent wait) {
      return wait.stream();
    }
    return StreamReader.isOperation(step) ? 0 : -1;
  }

  /** Describes the dependencies of a step; empty if they are obvious. */
  private String describe(List<Step> flat, int at) {
    Step step = flat.get(at);
    String who =
        holdsHost(step)
            ? "the host"
            : stream(step) == 0 ? "the default stream" : "stream '" + name(stream(step)) + "'";
    String what;
    if (awaited(step) >= 0) {
      int record = last(flat, awaited(step), at);
      Step by = flat.get(record >= 0 ? record : next(flat, awaited(step), at));
      what =
          "event '%s', which %s records at line %s"
              .formatted(
                  streams.events().get(awaited(step)),
                  stream(by) == 0 ? "the default stream" : "'" + name(stream(by)) + "'",
                  line(by));
    } else if (step instanceof Step.SynchronizeStream wait) {
      what = "stream '" + name(wait.stream()) + "'";
    } else if (step instanceof Step.Synchronize || stream(step) == 0) {
      what = "everything before";
    } else {
      return "";
    }
    return who + " waits (line " + line(step) + ") for " + what;
  }

  private String name(int stream) {
    return stream < 0 ? "" : streams.name(stream);
  }

  private static String line(Step step) {
    String[] place = step.where().split(":");
    return place[place.length - 2];
  }
}
