package io.lockstep.trace.record;

import io.lockstep.trace.file.RandomPrograms.Script;
import java.util.function.BooleanSupplier;

/** Delivers a script; starved and failing when told to be. */
public final class ScriptSource implements ProgramSource {
  private final Script script;
  private final BooleanSupplier starved;
  private final int failAt;
  private int next;
  private HostStep step;
  private WorkGroupRecord record;
  private LaunchEnd launchEnd;
  boolean closed;

  public ScriptSource(Script script) {
    this(script, () -> false, -1);
  }

  ScriptSource(Script script, BooleanSupplier starved, int failAt) {
    this.script = script;
    this.starved = starved;
    this.failAt = failAt;
  }

  /** Number of items that were pulled. */
  int pulled() {
    return next;
  }

  private boolean waits() {
    if (starved.getAsBoolean()) {
      return true;
    }
    if (next == failAt) {
      throw new IllegalArgumentException("the kernel went wrong");
    }
    return false;
  }

  @Override
  public Program program() {
    return script.program();
  }

  @Override
  public WorkGroupSource.Status next() {
    if (waits()) {
      return WorkGroupSource.Status.STARVED;
    }
    if (next == script.items().size()) {
      return WorkGroupSource.Status.END;
    }
    step = (HostStep) script.items().get(next++);
    return WorkGroupSource.Status.RECORD;
  }

  @Override
  public HostStep step() {
    return step;
  }

  @Override
  public WorkGroupSource groups() {
    return new WorkGroupSource() {
      @Override
      public Status next() {
        if (waits()) {
          return Status.STARVED;
        }
        Object item = script.items().get(next++);
        if (item instanceof LaunchEnd end) {
          launchEnd = end;
          return Status.END;
        }
        record = (WorkGroupRecord) item;
        return Status.RECORD;
      }

      @Override
      public WorkGroupRecord record() {
        return record;
      }
    };
  }

  @Override
  public LaunchEnd launchEnd() {
    return launchEnd;
  }

  @Override
  public Outcome outcome() {
    return script.outcome();
  }

  @Override
  public void close() {
    closed = true;
  }
}
