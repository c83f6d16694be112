package io.lockstep.parts.unit;

/**
 * Is notified of completed instructions and of the state of a {@link MemoryUnit}, by the thread of
 * the simulation.
 */
public interface MemoryListener extends CompletionListener {
  /**
   * The unit accepts instructions again after {@link MemoryUnit#canAccept} returned false.
   *
   * @param tick now
   */
  void accepting(long tick);

  /**
   * All accesses are done after {@link MemoryUnit#drain} returned false.
   *
   * @param tick now
   */
  void drained(long tick);
}
