// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import io.lockstep.core.queue.Event;

/**
 * A view of consecutive events of one kind in the dispatch ring.
 *
 * <p>Reused: valid only during the call that receives it.
 */
public final class EventBatch {
  private final long[] slots;
  private final int mask;
  private int start;
  private int size;
  private long[] meanings; // null if the kind's arguments have no meanings, or they were not stored
  private int last;

  EventBatch(long[] slots) {
    this.slots = slots;
    this.mask = slots.length - 1;
  }

  EventBatch over(int start, int size) {
    this.start = start;
    this.size = size;
    this.meanings = null;
    this.last = 0;
    return this;
  }

  /** Sets the meanings of the arguments by slot, as evaluated before the handler ran. */
  void meanings(long[] bySlot) {
    meanings = bySlot;
  }

  /** Returns the meaning of event i's argument before its handler ran; 0 if it has none. */
  long meaning(int i) {
    return meanings == null ? 0 : meanings[(start + i) & mask];
  }

  /** {@return the number of events, at least one} */
  public int size() {
    return size;
  }

  /**
   * {@return the component of event i}
   *
   * @param i from 0 to {@link #size} - 1
   */
  public int component(int i) {
    last = i;
    return Event.component(slots[(start + i) & mask]);
  }

  /**
   * {@return the argument of event i}
   *
   * @param i from 0 to {@link #size} - 1
   */
  public int argument(int i) {
    return (int) slots[(start + i) & mask];
  }

  int last() {
    return last;
  }

  /** Returns the component that was read last, which a failing handler was processing. */
  int lastComponent() {
    return component(last);
  }
}
