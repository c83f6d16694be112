package io.lockstep.parts.cache;

import io.lockstep.core.engine.Stateful;
import io.lockstep.parts.state.PartState;

/**
 * Selects the lines that one cache evicts. Empty ways are filled first, the lowest first, without a
 * call. Its memory is in {@link #state}, so that checkpoints contain it. Called at every look-up,
 * so it must not allocate. Not thread-safe.
 */
public abstract class ReplacementRule {
  /** The saved state. */
  protected final PartState state = new PartState();

  /** For subclasses. */
  protected ReplacementRule() {}

  /**
   * Selects a way; must not change state, since the caller may not follow.
   *
   * @param set whose ways are all in use
   * @return the way to evict
   */
  public abstract int victim(int set);

  /**
   * Reports that a line was filled.
   *
   * @param set of the line
   * @param way of the line
   */
  public void filled(int set, int way) {}

  /**
   * Reports that a line was read, written or filled.
   *
   * @param set of the line
   * @param way of the line
   */
  public void used(int set, int way) {}

  /** {@return the saved state} */
  final Stateful state() {
    return state;
  }
}
