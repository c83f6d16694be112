// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

/** One replay of a recorded program; repeats END at the end. Used by one thread at a time. */
public abstract class ItemCursor implements ProgramSource {
  private boolean ended;

  /** Creates a cursor before the first item. */
  protected ItemCursor() {}

  /** {@return the next item, or END; not called again after END} */
  protected abstract ProgramItem take();

  /** {@return the outcome of the program; called only after its end} */
  protected abstract Outcome finalOutcome();

  @Override
  public final ProgramItem next() {
    if (ended) {
      return ProgramItem.END;
    }
    ProgramItem item = take();
    ended = item == ProgramItem.END;
    return item;
  }

  @Override
  public final Outcome outcome() {
    if (!ended) {
      throw new IllegalStateException("the program has not ended");
    }
    return finalOutcome();
  }
}
