package io.lockstep.parts.state;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;

/**
 * A part that saves, loads and resets what it has registered in its constructor, and no more: see
 * {@link PartState}. Not thread-safe.
 */
public abstract class SavedPart implements Counting {
  /** What it remembers. */
  protected final PartState state = new PartState();

  /** For subclasses. */
  protected SavedPart() {}

  /** Starts its counters anew, and those of what it keeps. */
  @Override
  public void resetCounters() {
    state.resetCounters();
  }

  @Override
  public void save(StateWriter out) {
    state.save(out);
  }

  @Override
  public void load(StateReader in) {
    state.load(in);
  }
}
