package io.lockstep.core.engine;

/** Something whose state can be written down and taken up again: run = save + load + run. */
public interface Stateful {
  /** Writes the whole state. */
  void save(StateWriter out);

  /** Replaces the state by what {@link #save} wrote. */
  void load(StateReader in);
}
