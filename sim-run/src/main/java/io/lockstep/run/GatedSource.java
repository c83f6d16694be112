// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.trace.record.ForwardingProgramSource;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A source that a row reads through its {@link SourceGate}. One thread at a time reads it; any
 * thread may close it.
 */
final class GatedSource extends ForwardingProgramSource {
  private final SourceGate gate;
  private final AtomicBoolean closed = new AtomicBoolean();

  GatedSource(ProgramSource source, SourceGate gate) {
    super(source);
    this.gate = gate;
  }

  @Override
  public ProgramItem next() {
    gate.enter();
    try {
      return source.next();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean skip(long count) {
    gate.enter();
    try {
      return source.skip(count);
    } finally {
      gate.leave();
    }
  }

  @Override
  public Optional<WorkGroupRecord> find(long id) {
    gate.enter();
    try {
      return source.find(id);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      super.close();
    }
  }
}
