package io.lockstep.trace.record;

/**
 * One consumer's place in a program that others read too: it knows whether it has seen the end. One
 * thread at a time.
 */
public abstract class ItemCursor implements ProgramSource {
  private boolean ended;

  /** A cursor in front of the first item. */
  protected ItemCursor() {}

  /** The next item or why there is none; not asked again after the last. */
  protected abstract ProgramItem take();

  /** What came of the program; asked only after its end has been taken. */
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
