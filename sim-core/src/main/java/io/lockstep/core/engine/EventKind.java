// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import io.lockstep.core.queue.Phase;

/** A kind of events of one partition, created by {@link Partition#kind}. */
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

  /** {@return the name, for example {@code lds.return}; not unique across partitions} */
  public String name() {
    return name;
  }

  /** {@return the phase of the tick in which the events happen} */
  public Phase phase() {
    return phase;
  }

  /** {@return the partition that owns the kind} */
  public Owner partition() {
    return partition;
  }

  /**
   * Declares later passes of a tick as intended, because the handler runs again whenever a message
   * arrives in the tick, as in hardware. {@link Partition#repeated} then omits this kind.
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
