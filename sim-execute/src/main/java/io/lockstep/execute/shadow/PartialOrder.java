// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.shadow;

import io.lockstep.execute.fault.KernelFault;
import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.state.GroupBarriers;
import java.util.Arrays;

/**
 * The happens-before order of a work-group's accesses, by vector clocks, if barriers are for parts
 * of the group.
 *
 * <p>Arriving at a barrier releases a work-item's earlier accesses; waiting acquires the accesses
 * that all arrived work-items have released (PTX ISA, "bar": {@code sync} does both, {@code arrive}
 * only releases). Work-items that have arrived and waited at the same barriers since the whole
 * group last met share a clock, so there are as many clocks as roles, not as work-items: a class
 * splits when a part of it arrives or waits.
 */
final class PartialOrder {
  /** Maximum number of classes, for which the clocks take 16 MiB. */
  static final int MOST_CLASSES = 2048;

  private final int size;
  private final int[] classOf;
  private int classes;
  private int[] members = new int[8];

  /** Time of each class's next accesses, from 1. */
  private int[] time = new int[8];

  /**
   * By class and other class: the time up to which the other class's accesses are ordered before
   * the class's next accesses.
   */
  private int[][] clock = new int[8][8];

  /** By barrier: the clock that the arrived work-items have released, or null. */
  private int[][] released = new int[GroupBarriers.COUNT][];

  // Scratch arrays of split(): members of a class inside the set, and the class that they form.
  private int[] count = new int[8];
  private int[] part = new int[8];

  PartialOrder(int size) {
    this.size = size;
    classOf = new int[size];
  }

  /** Called when the whole group has met, or begins: earlier accesses no longer matter. */
  void meet() {
    Arrays.fill(classOf, 0);
    classes = 1;
    members[0] = size;
    time[0] = 1;
    clock[0][0] = 0;
    Arrays.fill(released, null);
  }

  /** Returns the time of a work-item's next accesses. */
  int time(int lane) {
    return time[classOf[lane]];
  }

  /** Returns whether accesses at a time are ordered before another work-item's next accesses. */
  boolean isOrdered(int lane, int then, int other) {
    return then <= clock[classOf[other]][classOf[lane]];
  }

  /**
   * Called when work-items arrive at barrier {@code id}: the active lanes whose entry in {@code
   * ids} is {@code id}.
   */
  void arrive(ActiveLanes lanes, int[] ids, int id) {
    split(lanes, ids, id);
    if (id >= released.length) {
      released = Arrays.copyOf(released, Math.max(id + 1, 2 * released.length));
    }
    if (released[id] == null) {
      released[id] = new int[time.length];
    }
    for (int c = 0; c < classes; c++) {
      if (count[c] > 0) {
        release(c, released[id]);
      }
    }
  }

  private void release(int c, int[] into) {
    for (int k = 0; k < classes; k++) {
      into[k] = Math.max(into[k], clock[c][k]);
    }
    into[c] = Math.max(into[c], time[c]);
    time[c]++;
  }

  /**
   * Called when work-items leave the completed barrier {@code id}: the active lanes whose entry in
   * {@code ids} is {@code id}.
   */
  void leave(ActiveLanes lanes, int[] ids, int id) {
    if (id >= released.length || released[id] == null) {
      return;
    }
    split(lanes, ids, id);
    for (int c = 0; c < classes; c++) {
      if (count[c] > 0) {
        acquire(c, released[id]);
      }
    }
  }

  private void acquire(int c, int[] from) {
    for (int k = 0; k < classes; k++) {
      clock[c][k] = Math.max(clock[c][k], from[k]);
    }
  }

  void clear(int id) {
    released[id] = null;
  }

  /** Called when the work-items {@code from} to {@code to - 1} have met. */
  void meet(int from, int to) {
    ActiveLanes lanes = new ActiveLanes(size);
    for (int i = from; i < to; i++) {
      lanes.mask[i >>> 6] |= 1L << i;
    }
    lanes.update(0);
    split(lanes, null, 0);
    int[] all = new int[time.length];
    for (int c = 0; c < classes; c++) {
      if (count[c] > 0) {
        release(c, all);
      }
    }
    for (int c = 0; c < classes; c++) {
      if (count[c] > 0) {
        acquire(c, all);
      }
    }
  }

  /**
   * Splits classes so that each lies entirely inside or outside a set of work-items; afterwards
   * {@link #count} is positive for classes inside.
   *
   * @param ids barrier of each work-item, or null to select all of {@code lanes}
   */
  private void split(ActiveLanes lanes, int[] ids, int id) {
    Arrays.fill(count, 0, classes, 0);
    for (int r = 0; r < lanes.ranges(); r++) {
      for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
        if (ids == null || ids[i] == id) {
          count[classOf[i]]++;
        }
      }
    }
    int before = classes;
    boolean any = false;
    for (int c = 0; c < before; c++) {
      part[c] = c;
      if (count[c] > 0 && count[c] < members[c]) {
        int made = copy(c);
        members[made] = count[c];
        members[c] -= count[c];
        count[made] = count[c];
        part[c] = made;
        any = true;
      }
    }
    if (!any) {
      return;
    }
    for (int r = 0; r < lanes.ranges(); r++) {
      for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
        if (ids == null || ids[i] == id) {
          classOf[i] = part[classOf[i]];
        }
      }
    }
    for (int c = 0; c < before; c++) {
      count[c] = part[c] == c ? count[c] : 0;
    }
  }

  /** Adds a class with the history of another class; returns its number. */
  private int copy(int of) {
    if (classes == time.length) {
      grow();
    }
    int made = classes++;
    time[made] = time[of];
    System.arraycopy(clock[of], 0, clock[made], 0, classes);
    for (int c = 0; c < classes; c++) {
      clock[c][made] = clock[c][of];
    }
    for (int[] r : released) {
      if (r != null) {
        r[made] = r[of];
      }
    }
    return made;
  }

  private void grow() {
    int more = 2 * classes;
    if (more > MOST_CLASSES) {
      throw new KernelFault(
          "races are looked for among up to "
              + MOST_CLASSES
              + " sets of work-items that meet at different barriers");
    }
    members = Arrays.copyOf(members, more);
    time = Arrays.copyOf(time, more);
    count = Arrays.copyOf(count, more);
    part = Arrays.copyOf(part, more);
    clock = Arrays.copyOf(clock, more);
    for (int c = 0; c < more; c++) {
      clock[c] = c < classes ? Arrays.copyOf(clock[c], more) : new int[more];
    }
    for (int id = 0; id < released.length; id++) {
      released[id] = released[id] == null ? null : Arrays.copyOf(released[id], more);
    }
  }
}
