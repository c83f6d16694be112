package io.lockstep.trace.record;

/**
 * A program source that also tells a sink what passes through it: a trace is written, or its
 * identity computed, while devices are already being simulated.
 *
 * <p>The sink sees everything that the consumer pulls, in the order of {@link ProgramSink}. Closing
 * the source does not close the sink. One thread.
 */
public final class TappedProgramSource extends ForwardingProgramSource {
  private final ProgramSink sink;
  private boolean finished;

  /**
   * A source of the same items, each of which a sink hears of when it is pulled.
   *
   * @param source where the program comes from; closed with this
   * @param sink what listens
   */
  public TappedProgramSource(ProgramSource source, ProgramSink sink) {
    super(source);
    this.sink = sink;
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
