package io.lockstep.parts.cache;

import io.lockstep.core.engine.Stateful;
import io.lockstep.parts.state.PartState;

/**
 * Decides what one cache does with each write; what it remembers it keeps in {@link #state}, so
 * that checkpoints have it. Called for every write: it allocates nothing. Not thread-safe.
 */
public abstract class WriteRule {
  /** What is saved. */
  protected final PartState state = new PartState();

  /** For subclasses. */
  protected WriteRule() {}

  /**
   * Decides; asked once a write and line.
   *
   * @param set of the line
   * @param held whether the line is held
   * @param whole whether the write covers every sector that it touches
   * @return what becomes of the write
   */
  public abstract WriteAction write(int set, boolean held, boolean whole);

  /** {@return what is saved} */
  final Stateful state() {
    return state;
  }
}
