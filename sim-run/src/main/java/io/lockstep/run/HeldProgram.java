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
 * The records of a program as they pass, held in memory as long as they fit into a bound: replays
 * share them by reference. One thread fills it; any number replay it then.
 */
final class HeldProgram extends ForwardingProgramSource {
  private final long bound;
  private List<ProgramItem> items = new ArrayList<>();
  private long bytes;

  /**
   * @param source where the program comes from
   * @param bound bytes of records; where there are more, none are held
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

  /** The records from the start, if they were held; after END. */
  Optional<Records> records() {
    return Optional.ofNullable(items).map(all -> new Records(program(), all, outcome()));
  }

  /** All records of a program. */
  record Records(Program program, List<ProgramItem> items, Outcome outcome) {
    /** Starts a replay, independent of all others. */
    ProgramSource replay() {
      return new Replay(this);
    }
  }

  /** One cursor; one thread. */
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
