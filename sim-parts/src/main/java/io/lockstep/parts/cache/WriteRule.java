// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import io.lockstep.core.engine.Stateful;
import io.lockstep.parts.state.PartState;

/**
 * Decides the action of one cache for each write. Subclasses register their state in {@link
 * #state}, so that checkpoints contain it. Called for every write, so it must not allocate. Not
 * thread-safe.
 */
public abstract class WriteRule {
  /** The state that checkpoints contain. */
  protected final PartState state = new PartState();

  /** Constructor for use by subclasses. */
  protected WriteRule() {}

  /**
   * Decides the action; called once per write and line.
   *
   * @param set index of the set of the line
   * @param held whether the line is held
   * @param whole whether the write covers every sector that it touches
   * @return the action
   */
  public abstract WriteAction write(int set, boolean held, boolean whole);

  final Stateful state() {
    return state;
  }
}
