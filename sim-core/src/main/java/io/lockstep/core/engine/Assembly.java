// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A simulation as seen by its parts while they are assembled: names of components, and registration
 * of callbacks. Not thread-safe.
 */
public interface Assembly {
  /**
   * {@return the path of a component}
   *
   * @param component number of the component
   */
  String path(int component);

  /** {@return the number of components} */
  int components();

  /**
   * Registers the reason why a component waits, for reports of missing progress.
   *
   * @param component number of the component
   * @param reason called only for a report; null if the component does not wait
   */
  void waitReason(int component, Supplier<String> reason);

  /**
   * Registers the components for which a component waits, for the graph in reports of missing
   * progress. Blocked ports need not be registered.
   *
   * @param component number of the component
   * @param others called only for a report; empty if the component does not wait
   */
  void waitsFor(int component, Supplier<List<Integer>> others);

  /**
   * Registers a count that changes as work is done, for example of executed instructions, as an
   * indication of progress in addition to retired work.
   *
   * @param count called between windows when the progress timeout may have expired
   */
  void progress(LongSupplier count);

  /**
   * Registers work before each window, for example reading the input of the window, done on the
   * caller's thread while no event is processed. See {@link #windowTicks}.
   *
   * @param work called before each window
   */
  void beforeWindows(Runnable work);

  /**
   * Ends the run after the current window, with {@link Simulation.Status#PAUSED}, so that the
   * caller can act on its events. Windows, and so pauses, do not depend on the number of threads.
   * May be called by handlers on any thread.
   */
  void pause();

  /**
   * {@return the maximum length in ticks of a window if there is work before windows or a progress
   * timeout: the smallest latency between two partitions, bounded} The value is known once all
   * ports have been added.
   */
  long windowTicks();
}
