// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.wave;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.trace.record.Segment;
import java.util.Arrays;

/** Executions and current address run of each memory slot, by class of lanes. */
final class SlotCursors {
  // Words of a cursor.
  private static final int EXECUTED = 0;
  private static final int RUN = 1; // run of the last execution, or -1
  private static final int RUN_END = 2; // first execution after that run
  private static final int FIGURE = 3; // cached number for the rest of the run, plus one; or 0
  private static final int CURSOR = 4;

  private int[] words = new int[0];
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
    }
  }

  void grow(int toClasses) {
    classes = toClasses;
    words = Arrays.copyOf(words, classes * slots * CURSOR);
  }

  private int at(int c, int memorySlot) {
    return (c * slots + memorySlot) * CURSOR;
  }

  void clear(int c) {
    for (int at = at(c, 0), end = at(c + 1, 0); at < end; at += CURSOR) {
      words[at + EXECUTED] = 0;
      words[at + RUN] = -1;
      words[at + RUN_END] = 0;
      words[at + FIGURE] = 0;
    }
  }

  void copy(int from, int to) {
    System.arraycopy(words, at(from, 0), words, at(to, 0), slots * CURSOR);
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
    int n = words[at]++;
    if (n >= words[at + RUN_END]) {
      int run = in.run(memorySlot, n, words[at + RUN]);
      words[at + RUN] = run;
      words[at + RUN_END] = in.runFirst(run) + in.runCount(run);
      words[at + FIGURE] = 0;
    }
    return n;
  }

  /**
   * Does the same as {@link #execute}, but faster if the segment and the execution's number equal
   * those of another class ({@code like}, {@code number}), whose {@code run} is known.
   */
  int executeLike(int c, int memorySlot, Segment in, Segment like, int number, int run) {
    int at = at(c, memorySlot);
    int n = words[at];
    if (n != number || n < words[at + RUN_END] || in != like) {
      return execute(c, memorySlot, in);
    }
    words[at] = n + 1;
    words[at + RUN] = run;
    words[at + RUN_END] = like.runFirst(run) + like.runCount(run);
    words[at + FIGURE] = 0;
    return n;
  }

  int run(int c, int memorySlot) {
    return words[at(c, memorySlot) + RUN];
  }

  /** Reverts a class's last execution of a memory slot. */
  void repeat(int c, int memorySlot) {
    int at = at(c, memorySlot);
    words[at + EXECUTED]--;
    words[at + RUN] = -1;
    words[at + RUN_END] = 0;
    words[at + FIGURE] = 0;
  }

  int executed(int c, int memorySlot) {
    return words[at(c, memorySlot)];
  }

  /** Counts an execution and returns its run's cached number; returns -1 if there is none. */
  int again(int c, int memorySlot) {
    int at = at(c, memorySlot);
    int n = words[at];
    if (words[at + FIGURE] == 0 || n >= words[at + RUN_END]) {
      return -1;
    }
    words[at] = n + 1;
    return words[at + FIGURE] - 1;
  }

  /** Caches a number for the rest of a run if its step is a multiple of {@code unit}. */
  void remember(int c, int memorySlot, Segment in, int unit, int figure) {
    int at = at(c, memorySlot);
    if (in.step(words[at + RUN]) % unit == 0) {
      words[at + FIGURE] = figure + 1;
    }
  }

  /** Writes the number of executions of each slot; the other words are recomputed. */
  void save(int c, StateWriter out) {
    for (int k = 0; k < slots; k++) {
      out.writeInt(executed(c, k));
    }
  }

  /** Restores the data that {@link #save} wrote, for a cleared class. */
  void load(int c, StateReader in) {
    for (int k = 0; k < slots; k++) {
      words[at(c, k)] = in.readInt();
    }
  }
}
