package io.lockstep.parts.wave;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.trace.record.Segment;
import java.util.Arrays;

/**
 * How often each class of lanes has executed each memory slot in its segment, and in which run of
 * addresses that is. Not thread-safe.
 */
final class SlotCursors {
  // A cursor's words.
  private static final int EXECUTED = 0;
  private static final int RUN = 1; // of the last execution, or -1
  private static final int RUN_END = 2; // the execution with which that run ends
  private static final int FIGURE = 3; // of the caller's, for the rest of the run, plus one; or 0
  private static final int CURSOR = 4;

  private int[] words = new int[0];
  private int slots;
  private int classes;

  /**
   * @param classes for which there is room
   */
  SlotCursors(int classes) {
    this.classes = classes;
  }

  /** Prepares for a kernel with so many memory slots, and for so many classes. */
  void begin(int memorySlots, int ofClasses) {
    if (slots != memorySlots || classes != ofClasses) {
      slots = memorySlots;
      classes = ofClasses;
      words = new int[classes * slots * CURSOR];
    }
  }

  /** Makes room for more classes. */
  void grow(int toClasses) {
    classes = toClasses;
    words = Arrays.copyOf(words, classes * slots * CURSOR);
  }

  private int at(int c, int memorySlot) {
    return (c * slots + memorySlot) * CURSOR;
  }

  /** A class has executed nothing. */
  void clear(int c) {
    for (int at = at(c, 0), end = at(c + 1, 0); at < end; at += CURSOR) {
      words[at + EXECUTED] = 0;
      words[at + RUN] = -1;
      words[at + RUN_END] = 0;
      words[at + FIGURE] = 0;
    }
  }

  /** A class has executed what another has. */
  void copy(int from, int to) {
    System.arraycopy(words, at(from, 0), words, at(to, 0), slots * CURSOR);
  }

  /** Forgets a class's figures: they hold for all its lanes together, and some are leaving. */
  void forget(int c) {
    for (int at = at(c, 0), end = at(c + 1, 0); at < end; at += CURSOR) {
      words[at + FIGURE] = 0;
    }
  }

  /**
   * Counts an execution of a memory slot by a class, and finds its run.
   *
   * @param in the class's segment
   * @return the execution's number
   */
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
   * The same for one of several classes that mostly do the same: the run is known where the segment
   * and the execution's number are those of another class.
   *
   * @param in the class's segment
   * @param like the other class's segment
   * @param number the other class's execution
   * @param run that contains its access
   * @return the execution's number
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

  /** The run of a class's last execution of a memory slot. */
  int run(int c, int memorySlot) {
    return words[at(c, memorySlot) + RUN];
  }

  /** A class has not executed a memory slot the last time. */
  void repeat(int c, int memorySlot) {
    int at = at(c, memorySlot);
    words[at + EXECUTED]--;
    words[at + RUN] = -1;
    words[at + RUN_END] = 0;
    words[at + FIGURE] = 0;
  }

  /** How often a class has executed a memory slot. */
  int executed(int c, int memorySlot) {
    return words[at(c, memorySlot)];
  }

  /**
   * Counts an execution of the run whose figure is remembered.
   *
   * @return the figure; or -1 if there is none, and nothing is counted
   */
  int again(int c, int memorySlot) {
    int at = at(c, memorySlot);
    int n = words[at];
    if (words[at + FIGURE] == 0 || n >= words[at + RUN_END]) {
      return -1;
    }
    words[at] = n + 1;
    return words[at + FIGURE] - 1;
  }

  /** Remembers a figure for the rest of a run, if each execution moves by whole units. */
  void remember(int c, int memorySlot, Segment in, int unit, int figure) {
    int at = at(c, memorySlot);
    if (in.step(words[at + RUN]) % unit == 0) {
      words[at + FIGURE] = figure + 1;
    }
  }

  /** Writes how often a class has executed each slot; the rest is found again. */
  void save(int c, StateWriter out) {
    for (int k = 0; k < slots; k++) {
      out.writeInt(executed(c, k));
    }
  }

  /** Reads what {@link #save} wrote, for a class that is clear. */
  void load(int c, StateReader in) {
    for (int k = 0; k < slots; k++) {
      words[at(c, k)] = in.readInt();
    }
  }
}
