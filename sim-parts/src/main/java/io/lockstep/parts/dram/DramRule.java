package io.lockstep.parts.dram;

import io.lockstep.core.engine.Stateful;
import io.lockstep.parts.state.PartState;

/**
 * Chooses the next request of one channel; what it remembers it keeps in {@link #state}, so that
 * checkpoints have it. Called for every request: it allocates nothing. Not thread-safe.
 */
public abstract class DramRule {
  /** What is saved. */
  protected final PartState state = new PartState();

  /** For subclasses. */
  protected DramRule() {}

  /**
   * Chooses the request that is booked now.
   *
   * @param waiting at least two, reads or writes; after {@code dram.bypasses} choices that overtook
   *     the oldest one nobody is asked
   * @return its index
   */
  public abstract int choose(WaitingRequests waiting);

  /** {@return what is saved} */
  final Stateful state() {
    return state;
  }
}
