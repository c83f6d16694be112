package io.lockstep.parts.cache;

import io.lockstep.core.engine.Stateful;
import io.lockstep.parts.state.PartState;

/**
 * Chooses the lines of one cache that make room. Ways that are empty are filled first, the lowest
 * first, and it is not asked. What it remembers it keeps in {@link #state}, so that checkpoints
 * have it. Called at every look-up: it allocates nothing. Not thread-safe.
 */
public abstract class ReplacementRule {
  /** What is saved. */
  protected final PartState state = new PartState();

  /** For subclasses. */
  protected ReplacementRule() {}

  /**
   * Chooses; may be asked without anything coming of it, and so changes nothing.
   *
   * @param set whose ways are all in use
   * @return the way that makes room
   */
  public abstract int victim(int set);

  /**
   * A line has come.
   *
   * @param set where
   * @param way empty before, or the victim
   */
  public void filled(int set, int way) {}

  /**
   * A line has been read, written, or has just come.
   *
   * @param set where
   * @param way which
   */
  public void used(int set, int way) {}

  /** {@return what is saved} */
  final Stateful state() {
    return state;
  }
}
