// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.program;

import io.lockstep.trace.record.ForwardingProgramSource;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A source that counts calls, so that the watchdog does not take the execution of a long work-group
 * for a model that does not return. One thread reads it; any thread may read the count.
 */
final class WatchedSource extends ForwardingProgramSource {
  private final AtomicLong passages;

  /**
   * @param passages number of entries into and exits from sources; odd while the thread is inside
   */
  WatchedSource(ProgramSource source, AtomicLong passages) {
    super(source);
    this.passages = passages;
  }

  @Override
  public ProgramItem next() {
    passages.incrementAndGet();
    try {
      return source.next();
    } finally {
      passages.incrementAndGet();
    }
  }

  @Override
  public boolean skip(long count) {
    passages.incrementAndGet();
    try {
      return source.skip(count);
    } finally {
      passages.incrementAndGet();
    }
  }

  @Override
  public Optional<WorkGroupRecord> find(long id) {
    passages.incrementAndGet();
    try {
      return source.find(id);
    } finally {
      passages.incrementAndGet();
    }
  }
}
