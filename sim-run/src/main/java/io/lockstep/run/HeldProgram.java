// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.trace.record.ForwardingProgramSource;
import io.lockstep.trace.record.ItemCursor;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Keeps a program's records in memory as they pass, up to a bound; replays share them by reference.
 * After one thread has filled it, any number of threads may replay it.
 */
final class HeldProgram extends ForwardingProgramSource {
  private final long bound;
  private List<ProgramItem> items = new ArrayList<>();
  private long bytes;

  /**
   * @param bound bytes of records; a larger program is not kept
   */
  HeldProgram(ProgramSource source, long bound) {
    super(source);
    this.bound = bound;
  }

  @Override
  public ProgramItem next() {
    ProgramItem item = source.next();
    if (item != ProgramItem.STARVED && item != ProgramItem.END) {
      bytes += item.heldBytes();
      if (bytes > bound) {
        items = null;
      } else {
        items.add(item);
      }
    }
    return item;
  }

  /** Returns all records, once END has been read; empty if they exceeded the bound. */
  Optional<Records> records() {
    return Optional.ofNullable(items).map(all -> new Records(program(), all, outcome()));
  }

  record Records(Program program, List<ProgramItem> items, Outcome outcome) {
    ProgramSource replay() {
      return new Replay(this);
    }
  }

  private static final class Replay extends ItemCursor {
    private final Records records;
    private int at;

    Replay(Records records) {
      this.records = records;
    }

    @Override
    public Program program() {
      return records.program();
    }

    @Override
    protected ProgramItem take() {
      return at == records.items().size() ? ProgramItem.END : records.items().get(at++);
    }

    @Override
    protected Outcome finalOutcome() {
      return records.outcome();
    }

    @Override
    public void close() {
      at = records.items().size();
    }
  }
}
