package io.lockstep.core.engine;

/**
 * Decides when events happen: the pending set of one partition.
 *
 * <p>Order: tick, pass, phase of the kind, kind, order of adding. Use: {@link #nextTick}, {@link
 * #open}, then {@link #nextKind} until it answers -1, taking all events of each kind, then {@link
 * #nextPass} until it answers false. {@link TimingWheel} is the one used; {@link BinaryHeapQueue}
 * is the reference and permutes ties.
 *
 * <p>Not thread-safe.
 */
public interface EventQueue {
  /** What {@link #nextTick} answers when nothing is pending. */
  long NEVER = Long.MAX_VALUE;

  /** The source of what is scheduled between runs. */
  int OUTSIDE = -1;

  /** Visits pending events. */
  @FunctionalInterface
  interface Visitor {
    /**
     * One pending event.
     *
     * @param tick when it happens
     * @param kind number of its kind
     * @param event the event as the partition packs it
     * @param source who scheduled it, for the order of ties
     */
    void event(long tick, int kind, long event, int source);
  }

  /**
   * Makes a kind known before its first event; kinds are numbered 0, 1, 2, … 63.
   *
   * @param kind the next number, from 0
   * @param phase when within a tick its events happen
   */
  void kind(int kind, Phase phase);

  /**
   * Adds an event.
   *
   * @param tick not before the opened tick; equal to it only while no tick is being executed
   * @param kind the kind's number
   * @param event the packed event
   * @param source who scheduled it: order between sources may be permuted, within one never
   */
  void add(long tick, int kind, long event, int source);

  /**
   * Adds an event to the tick being executed: to its current pass (later phases only) or next pass.
   *
   * @param kind number of its kind
   * @param event the event as the partition packs it
   * @param source who scheduled it, for the order of ties
   * @param toNextPass whether it waits for the next pass of the tick
   */
  void addNow(int kind, long event, int source, boolean toNextPass);

  /** {@return the earliest pending tick, or {@link #NEVER}} */
  long nextTick();

  /**
   * Begins to execute a tick, which {@link #nextTick} has answered.
   *
   * @param tick the tick to execute
   */
  void open(long tick);

  /** {@return the next kind with events in the current pass, or -1} */
  int nextKind();

  /** {@return how many events of the current kind have not been taken} */
  int remaining();

  /**
   * Takes the next count events of the current kind.
   *
   * @param into where they are copied
   * @param at index of the first
   * @param count at most {@link #remaining}
   */
  void take(long[] into, int at, int count);

  /**
   * Goes to the next pass of the tick; false if the tick is done.
   *
   * @return whether there is one; false if the tick is done
   */
  boolean nextPass();

  /** {@return number of pending events} */
  long size();

  /**
   * Visits all events in order; only while no tick is being executed.
   *
   * @param visitor is called once for every pending event
   */
  void forEach(Visitor visitor);

  /** Drops all events and goes back to tick 0. */
  void clear();
}
