// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.trace.record.ItemCursor;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.ProgramSource;
import java.nio.file.Path;
import java.util.List;

/**
 * A recording in memory. Replays share its records by reference.
 *
 * @param identity the SHA-256 of the canonical columns as 64 hexadecimal digits
 */
public record HeldProgram(
    Program program, List<ProgramItem> items, Outcome outcome, String identity, long groups)
    implements Recording {
  /** Creates a recording of some items, whose identity is unknown. */
  public HeldProgram(Program program, List<ProgramItem> items, Outcome outcome) {
    this(program, items, outcome, "", 0);
  }

  @Override
  public ProgramSource replay() {
    return new Replay();
  }

  @Override
  public void copyTo(Path target) {
    try (TraceWriter writer = new TraceWriter(target, program, TraceWriter.FAST)) {
      tell(writer);
    }
  }

  private void tell(ProgramSink sink) {
    items.forEach(item -> item.tell(sink));
    sink.finish(outcome);
  }

  @Override
  public void close() {
    // The records become unreachable with this object.
  }

  private final class Replay extends ItemCursor {
    private int at;

    @Override
    public Program program() {
      return program;
    }

    @Override
    protected ProgramItem take() {
      return at == items.size() ? ProgramItem.END : items.get(at++);
    }

    @Override
    protected Outcome finalOutcome() {
      return outcome;
    }

    @Override
    public void close() {
      at = items.size();
    }
  }
}
