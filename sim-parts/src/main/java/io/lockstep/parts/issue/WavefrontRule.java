package io.lockstep.parts.issue;

import io.lockstep.core.engine.Stateful;
import io.lockstep.parts.state.PartState;

/**
 * Chooses among wavefronts that could issue, for one port, SIMD or warp scheduler. What it
 * remembers it keeps in {@link #state}, so that checkpoints have it. Called in the issue loop: it
 * allocates nothing. Not thread-safe.
 */
public abstract class WavefrontRule {
  /** What is saved: {@code state.keep(new int[1])} once, in the constructor. */
  protected final PartState state = new PartState();

  /** For subclasses. */
  protected WavefrontRule() {}

  /**
   * Chooses; may be asked without anything coming of it, and so changes nothing.
   *
   * @param ready the wavefronts that could issue, at least one
   * @return one of them
   */
  public abstract int choose(Candidates ready);

  /**
   * A wavefront has been given the port; of several at one tick the first.
   *
   * @param wavefront its slot
   */
  public void issued(int wavefront) {}

  /** {@return what is saved} */
  final Stateful state() {
    return state;
  }
}
