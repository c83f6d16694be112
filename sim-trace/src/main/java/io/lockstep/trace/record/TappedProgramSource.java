// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

import java.util.Optional;

/**
 * A program source that also passes all items that its consumer pulls to a sink, so that a trace is
 * written, or its identity computed, during the simulation. Closing the source does not close the
 * sink. Not thread-safe.
 */
public final class TappedProgramSource extends ForwardingProgramSource {
  private final ProgramSink sink;
  private boolean finished;

  /**
   * Creates a source that forwards to another one.
   *
   * @param source the underlying source; closed with this
   * @param sink receives the items
   */
  public TappedProgramSource(ProgramSource source, ProgramSink sink) {
    super(source);
    this.sink = sink;
  }

  /** Leaves groups out, which the sink does not receive. */
  @Override
  public boolean skip(long count) {
    return source.skip(count);
  }

  @Override
  public Optional<WorkGroupRecord> find(long id) {
    return source.find(id);
  }

  @Override
  public ProgramItem next() {
    ProgramItem item = source.next();
    item.tell(sink);
    if (item == ProgramItem.END && !finished) {
      finished = true;
      sink.finish(source.outcome());
    }
    return item;
  }
}
