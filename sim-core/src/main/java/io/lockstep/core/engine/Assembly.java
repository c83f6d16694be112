package io.lockstep.core.engine;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A simulation as its parts know it: what they are called, and what they tell it while they are put
 * together. Not thread-safe.
 */
public interface Assembly {
  /**
   * {@return the path of a component}
   *
   * @param component number of the component
   */
  String path(int component);

  /** {@return number of components} */
  int components();

  /**
   * Adds state that is saved after the engine's own, in the order of these calls.
   *
   * @param name unique; what a state that does not fit is told by
   * @param part what writes and reads it
   */
  void stateful(String name, Stateful part);

  /**
   * Lets a component say what it waits for in a report of missing progress.
   *
   * @param component number of the component
   * @param reason asked only then; null if it does not wait
   */
  void waitReason(int component, Supplier<String> reason);

  /**
   * Lets a component say for which others it waits, for the graph in a report of missing progress:
   * beyond blocked ports, of which the engine knows.
   *
   * @param component number of the component
   * @param others asked only then; empty if it does not wait
   */
  void waitsFor(int component, Supplier<List<Integer>> others);

  /**
   * Adds a count that changes as work is done, for example of executed instructions, to what
   * patience looks at beside retired work.
   *
   * @param count asked only where patience may have run out, between windows
   */
  void progress(LongSupplier count);

  /**
   * Asks before each window, on the caller's thread, whether everything is there that it may use;
   * where the answer is false, the run ends there as suspended. See {@link #windowTicks}.
   *
   * @param ready asked before each window; does not block
   */
  void gate(BooleanSupplier ready);

  /**
   * {@return the most ticks that are executed between two questions to the gate: the smallest
   * latency of a port between partitions, bounded} Known once all ports are there.
   */
  long windowTicks();
}
