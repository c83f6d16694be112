package io.lockstep.core.engine;

/**
 * A kind of events of one partition, with a name, a phase and a handler. Created by {@link
 * Partition#kind}.
 */
public final class EventKind {
  final Owner partition;
  final int index;
  final int rank;
  final BatchHandler handler;
  final ArgumentMeaning meaning;
  final long hash;
  private final String name;
  private final Phase phase;
  private boolean repeatable;

  EventKind(
      Owner partition,
      int index,
      String name,
      long hash,
      Phase phase,
      BatchHandler handler,
      ArgumentMeaning meaning) {
    this.partition = partition;
    this.index = index;
    this.name = name;
    this.phase = phase;
    this.rank = phase.ordinal();
    this.handler = handler;
    this.meaning = meaning;
    this.hash = hash;
  }

  /**
   * {@return the name, for example {@code lds.return}; kinds of different partitions may share it}
   */
  public String name() {
    return name;
  }

  /**
   * The phase of the tick in which these events happen.
   *
   * @return the phase
   */
  public Phase phase() {
    return phase;
  }

  /** {@return the partition that owns the kind} */
  public Owner partition() {
    return partition;
  }

  /**
   * States that events of this kind may happen in a later pass of a tick: that its handler looks
   * again whenever something comes in the tick, and that this is how the hardware works. Of other
   * kinds {@link Partition#repeated} tells.
   *
   * @return this kind
   */
  public EventKind repeatable() {
    repeatable = true;
    return this;
  }

  boolean isRepeatable() {
    return repeatable;
  }

  @Override
  public String toString() {
    return name;
  }
}
