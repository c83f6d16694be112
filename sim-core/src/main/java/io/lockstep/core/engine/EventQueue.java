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
    /** One pending event. */
    void event(long tick, int kind, long event, int source);
  }

  /** Makes a kind known before its first event; kinds are numbered 0, 1, 2, … 63. */
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
   */
  void addNow(int kind, long event, int source, boolean toNextPass);

  /** The earliest pending tick, or {@link #NEVER}. */
  long nextTick();

  /** Begins to execute a tick, which {@link #nextTick} has answered. */
  void open(long tick);

  /** The next kind with events in the current pass, or -1. */
  int nextKind();

  /** How many events of the current kind have not been taken. */
  int remaining();

  /** Takes the next count events of the current kind. */
  void take(long[] into, int at, int count);

  /** Goes to the next pass of the tick; false if the tick is done. */
  boolean nextPass();

  /** Number of pending events. */
  long size();

  /** Visits all events in order; only while no tick is being executed. */
  void forEach(Visitor visitor);

  /** Drops all events and goes back to tick 0. */
  void clear();
}
