package io.lockstep.trace.record;

/**
 * A program source made of items as {@link ProgramItems} delivers them: for consumers that share
 * one source, and for replays. One thread at a time.
 */
public abstract class ItemCursor implements ProgramSource {
  private final WorkGroupSource groups = new Groups();
  private HostStep step;
  private WorkGroupRecord record;
  private LaunchEnd launchEnd;
  private boolean launching;
  private boolean ended;

  /** A cursor in front of the first item. */
  protected ItemCursor() {}

  /** The next item, or null where there is none yet; not asked again after the last. */
  protected abstract Object take();

  /** What came of the program; asked only after its end has been taken. */
  protected abstract Outcome finalOutcome();

  /** Forgets the record it holds: the cursor is closed. */
  protected final void letGo() {
    record = null;
  }

  /** Whether the program's end has been taken. */
  public final boolean isOver() {
    return ended;
  }

  @Override
  public WorkGroupSource.Status next() {
    while (launching) { // the consumer left a launch early: the rest is skipped
      if (groups.next() == WorkGroupSource.Status.STARVED) {
        return WorkGroupSource.Status.STARVED;
      }
    }
    if (ended) {
      return WorkGroupSource.Status.END;
    }
    Object item = take();
    if (item == null) {
      return WorkGroupSource.Status.STARVED;
    }
    if (item == ProgramItems.END) {
      ended = true;
      return WorkGroupSource.Status.END;
    }
    step = (HostStep) item;
    launching = step instanceof HostStep.Launch;
    launchEnd = null;
    return WorkGroupSource.Status.RECORD;
  }

  @Override
  public HostStep step() {
    return step;
  }

  @Override
  public WorkGroupSource groups() {
    if (!(step instanceof HostStep.Launch)) {
      throw new IllegalStateException("the step is no launch");
    }
    return groups;
  }

  @Override
  public LaunchEnd launchEnd() {
    if (launchEnd == null) {
      throw new IllegalStateException("the launch has not ended");
    }
    return launchEnd;
  }

  @Override
  public Outcome outcome() {
    if (!ended) {
      throw new IllegalStateException("the program has not ended");
    }
    return finalOutcome();
  }

  private final class Groups implements WorkGroupSource {
    @Override
    public Status next() {
      if (!launching) {
        return Status.END;
      }
      Object item = take();
      if (item == null) {
        return Status.STARVED;
      }
      if (item instanceof LaunchEnd end) {
        launchEnd = end;
        launching = false;
        record = null;
        return Status.END;
      }
      record = (WorkGroupRecord) item;
      return Status.RECORD;
    }

    @Override
    public WorkGroupRecord record() {
      return record;
    }
  }
}
