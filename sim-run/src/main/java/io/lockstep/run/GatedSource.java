package io.lockstep.run;

import io.lockstep.trace.record.ForwardingProgramSource;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.concurrent.atomic.AtomicBoolean;

/** A row's source behind the row's gate; closed once. One thread at a time, but for closing. */
final class GatedSource extends ForwardingProgramSource {
  private final SourceGate gate;
  private final AtomicBoolean closed = new AtomicBoolean();

  GatedSource(ProgramSource source, SourceGate gate) {
    super(source);
    this.gate = gate;
  }

  @Override
  public WorkGroupSource.Status next() {
    gate.enter();
    try {
      return source.next();
    } finally {
      gate.leave();
    }
  }

  @Override
  public WorkGroupSource groups() {
    return new Groups(source.groups());
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      super.close();
    }
  }

  private final class Groups implements WorkGroupSource {
    private final WorkGroupSource groups;

    Groups(WorkGroupSource groups) {
      this.groups = groups;
    }

    @Override
    public Status next() {
      gate.enter();
      try {
        return groups.next();
      } finally {
        gate.leave();
      }
    }

    @Override
    public WorkGroupRecord record() {
      return groups.record();
    }
  }
}
