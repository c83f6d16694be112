// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.state;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;

/** A part whose saved state is a {@link PartState}. Not thread-safe. */
public abstract class SavedPart implements Counting {
  /** The registered state. */
  protected final PartState state = new PartState();

  /** Constructor for use by subclasses. */
  protected SavedPart() {}

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
