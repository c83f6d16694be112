// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

/** An object whose state can be saved and restored without an effect on the continued run. */
public interface Stateful {
  /**
   * Writes the complete state without changing it.
   *
   * @param out receives the state
   */
  void save(StateWriter out);

  /**
   * Replaces the state by a saved one.
   *
   * @param in the state written by {@link #save}
   */
  void load(StateReader in);
}
