// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.queue;

/**
 * The set of pending events of one partition.
 *
 * <p>Order: tick, pass, phase of the kind, kind, order of insertion. Use: {@link #nextTick}, {@link
 * #open}, then {@link #nextKind} until it returns -1, taking all events of each kind, then {@link
 * #nextPass} until it returns false. {@link TimingWheel} is the implementation in use; {@link
 * BinaryHeapQueue} is the reference and permutes ties.
 *
 * <p>Not thread-safe.
 */
public interface EventQueue {
  /** Result of {@link #nextTick} if nothing is pending. */
  long NEVER = Long.MAX_VALUE;

  /** The source of events scheduled between runs. */
  int OUTSIDE = -1;

  /**
   * Registers a kind before its first event; kinds are numbered 0, 1, 2, … 63.
   *
   * @param kind the next number, from 0
   * @param phase phase within a tick
   */
  void kind(int kind, Phase phase);

  /**
   * Adds an event.
   *
   * @param tick not before the opened tick; equal to it only while no tick is being executed
   * @param kind the kind's number
   * @param event the packed event
   * @param source the scheduling component or port: ties between sources may be permuted, events of
   *     one source stay in order
   */
  void add(long tick, int kind, long event, int source);

  /**
   * Adds an event to the tick being executed: to its current pass (later phases only) or next pass.
   *
   * @param kind number of the event's kind
   * @param event the event as the partition packs it
   * @param source the scheduling component or port, for the order of ties
   * @param toNextPass whether it belongs to the next pass of the tick
   */
  void addNow(int kind, long event, int source, boolean toNextPass);

  /** {@return the earliest pending tick, or {@link #NEVER}} */
  long nextTick();

  /**
   * Begins a tick returned by {@link #nextTick}.
   *
   * @param tick the tick to execute
   */
  void open(long tick);

  /** {@return the next kind with events in the current pass, or -1} */
  int nextKind();

  /** {@return the number of remaining events of the current kind} */
  int remaining();

  /**
   * Takes the next {@code count} events of the current kind.
   *
   * @param into destination
   * @param at destination index of the first event
   * @param count at most {@link #remaining}
   */
  void take(long[] into, int at, int count);

  /**
   * Advances to the next pass of the tick.
   *
   * @return whether there is a next pass; false if the tick is done
   */
  boolean nextPass();

  /** {@return number of pending events} */
  long size();
}
