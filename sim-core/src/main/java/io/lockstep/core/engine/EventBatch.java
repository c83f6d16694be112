package io.lockstep.core.engine;

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
  private long[] meanings; // null where the kind's arguments have none, or nobody has kept them
  private int last;

  EventBatch(long[] slots) {
    this.slots = slots;
    this.mask = slots.length - 1;
  }

  /** Points the view at a slice. */
  EventBatch over(int start, int size) {
    this.start = start;
    this.size = size;
    this.meanings = null;
    this.last = 0;
    return this;
  }

  /** For sinks: what the arguments meant before the handler ran, by slot. */
  void meanings(long[] bySlot) {
    meanings = bySlot;
  }

  /** For sinks: what the argument of event i meant before its handler ran; 0 without meaning. */
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

  /** Which event's component was asked for last. */
  int last() {
    return last;
  }

  /** The component asked for last: the one that is being handled, in a report of a failure. */
  int lastComponent() {
    return component(last);
  }
}
