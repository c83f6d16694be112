package io.lockstep.core.engine;

/** Something whose state can be written down and taken up again: run = save + load + run. */
public interface Stateful {
  /**
   * Writes the whole state.
   *
   * @param out takes the state; nothing of it is changed
   */
  void save(StateWriter out);

  /**
   * Replaces the state by what {@link #save} wrote.
   *
   * @param in the state, at the place where it was written
   */
  void load(StateReader in);
}
