// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.wave;

import io.lockstep.trace.record.RunKind;
import io.lockstep.trace.record.Segment;
import java.util.Arrays;

/**
 * Executions and current address run of each memory slot, by class of lanes. What {@link #again}
 * needs is kept apart, so that it takes few lines of the host's caches.
 */
final class SlotCursors {
  // Words of a cursor that are read at each execution.
  private static final int LEFT = 0; // executions left in the run of the last one
  private static final int FIGURE = 1; // cached number for the run and others alike, plus one; or 0

  // Words of the run.
  private static final int RUN = 0; // run of the last execution, or -1
  private static final int RUN_END = 1; // first execution after that run

  private static final int CURSOR = 2;

  private int[] words = new int[0];
  private int[] runs = new int[0];
  private int[] units =
      new int[0]; // by memory slot: multiples by which accesses move at one number
  private int slots;
  private int classes;

  SlotCursors(int classes) {
    this.classes = classes;
  }

  void begin(int memorySlots, int ofClasses) {
    if (slots != memorySlots || classes != ofClasses) {
      slots = memorySlots;
      classes = ofClasses;
      words = new int[classes * slots * CURSOR];
      runs = new int[words.length];
      units = new int[slots];
    }
    Arrays.fill(units, 0);
  }

  void grow(int toClasses) {
    classes = toClasses;
    words = Arrays.copyOf(words, classes * slots * CURSOR);
    runs = Arrays.copyOf(runs, words.length);
  }

  private int at(int c, int memorySlot) {
    return (c * slots + memorySlot) * CURSOR;
  }

  void clear(int c) {
    for (int at = at(c, 0), end = at(c + 1, 0); at < end; at += CURSOR) {
      lost(at, 0);
    }
  }

  void copy(int from, int to) {
    System.arraycopy(words, at(from, 0), words, at(to, 0), slots * CURSOR);
    System.arraycopy(runs, at(from, 0), runs, at(to, 0), slots * CURSOR);
  }

  /** Clears the cached numbers of a class that lanes leave: the numbers hold for all its lanes. */
  void forget(int c) {
    for (int at = at(c, 0), end = at(c + 1, 0); at < end; at += CURSOR) {
      words[at + FIGURE] = 0;
    }
  }

  /** Counts an execution of a memory slot by a class; returns the number of previous executions. */
  int execute(int c, int memorySlot, Segment in) {
    int at = at(c, memorySlot);
    int n = executed(at);
    if (words[at + LEFT] == 0) {
      enters(at, memorySlot, n, in, in.run(memorySlot, n, runs[at + RUN]));
    }
    words[at + LEFT]--;
    return n;
  }

  /**
   * Does the same as {@link #execute}, but faster if the segment and the execution's number equal
   * those of another class ({@code like}, {@code number}), whose {@code run} is known.
   */
  int executeLike(int c, int memorySlot, Segment in, Segment like, int number, int run) {
    int at = at(c, memorySlot);
    int n = executed(at);
    if (n != number || words[at + LEFT] > 0 || in != like) {
      return execute(c, memorySlot, in);
    }
    enters(at, memorySlot, n, like, run);
    words[at + LEFT]--;
    return n;
  }

  private void enters(int at, int memorySlot, int n, Segment in, int run) {
    int end = in.runFirst(run) + in.runCount(run);
    if (words[at + FIGURE] != 0 && !isMoved(in, runs[at + RUN], run, units[memorySlot])) {
      words[at + FIGURE] = 0;
    }
    runs[at + RUN] = run;
    runs[at + RUN_END] = end;
    words[at + LEFT] = end - n;
  }

  /** Returns whether the accesses of a run are those of another one, moved by multiples. */
  private static boolean isMoved(Segment in, int from, int to, int unit) {
    RunKind kind = in.kind(to);
    if (kind != in.kind(from)
        || in.step(to) % unit != 0
        || (in.base(to, in.runFirst(to)) - in.base(from, in.runFirst(from))) % unit != 0) {
      return false;
    }
    return switch (kind) {
      case UNIFORM -> true;
      case AFFINE ->
          in.stride(to, 0) == in.stride(from, 0)
              && in.stride(to, 1) == in.stride(from, 1)
              && in.stride(to, 2) == in.stride(from, 2);
      case SCATTER -> in.poolStart(to) == in.poolStart(from) && in.low(to) == in.low(from);
      case SCATTER_WIDE -> false;
    };
  }

  /** Sets the number of past executions; the next one has to look its run up in the segment. */
  private void lost(int at, int executed) {
    runs[at + RUN] = -1;
    runs[at + RUN_END] = executed;
    words[at + LEFT] = 0;
    words[at + FIGURE] = 0;
  }

  int run(int c, int memorySlot) {
    return runs[at(c, memorySlot) + RUN];
  }

  /** Reverts a class's last execution of a memory slot. */
  void repeat(int c, int memorySlot) {
    int at = at(c, memorySlot);
    lost(at, executed(at) - 1);
  }

  int executed(int c, int memorySlot) {
    return executed(at(c, memorySlot));
  }

  private int executed(int at) {
    return runs[at + RUN_END] - words[at + LEFT];
  }

  /** Counts an execution and returns the cached number; returns -1 if there is none. */
  int again(int c, int memorySlot, Segment in) {
    int at = at(c, memorySlot);
    if (words[at + FIGURE] != 0 && words[at + LEFT] == 0) {
      int n = executed(at);
      enters(at, memorySlot, n, in, in.run(memorySlot, n, runs[at + RUN]));
    }
    int figure = words[at + FIGURE];
    if (figure != 0) {
      words[at + LEFT]--;
    }
    return figure - 1;
  }

  /**
   * Caches a number for accesses of the run, and of runs with the same addresses but for a
   * distance, if they move by multiples of {@code unit}, a power of two.
   */
  void remember(int c, int memorySlot, Segment in, int unit, int figure) {
    int at = at(c, memorySlot);
    if (in.step(runs[at + RUN]) % unit == 0) {
      words[at + FIGURE] = figure + 1;
      units[memorySlot] = Math.max(units[memorySlot], unit);
    }
  }
}
