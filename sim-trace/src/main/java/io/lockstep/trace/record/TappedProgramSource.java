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
  private WorkGroupSource groups;
  private boolean finished;

  /**
   * @param source where the program comes from; closed with this
   * @param sink what listens
   */
  public TappedProgramSource(ProgramSource source, ProgramSink sink) {
    super(source);
    this.sink = sink;
  }

  @Override
  public WorkGroupSource.Status next() {
    WorkGroupSource.Status status = source.next();
    if (status == WorkGroupSource.Status.RECORD) {
      HostStep step = source.step();
      sink.step(step);
      groups = step instanceof HostStep.Launch ? new Groups(source.groups()) : null;
    } else if (status == WorkGroupSource.Status.END && !finished) {
      finished = true;
      sink.finish(source.outcome());
    }
    return status;
  }

  @Override
  public WorkGroupSource groups() {
    if (groups == null) {
      throw new IllegalStateException("the step is no launch");
    }
    return groups;
  }

  private final class Groups implements WorkGroupSource {
    private final WorkGroupSource inner;
    private boolean ended;

    Groups(WorkGroupSource inner) {
      this.inner = inner;
    }

    @Override
    public Status next() {
      Status status = inner.next();
      if (status == Status.RECORD) {
        sink.group(inner.record());
      } else if (status == Status.END && !ended) {
        ended = true;
        sink.launchEnd(source.launchEnd());
      }
      return status;
    }

    @Override
    public WorkGroupRecord record() {
      return inner.record();
    }
  }
}
