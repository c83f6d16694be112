package io.lockstep.trace.record;

/** A program source that somebody looks at, or guards, while it is another one's. One thread. */
public abstract class ForwardingProgramSource implements ProgramSource {
  /** Where the program comes from. */
  protected final ProgramSource source;

  /**
   * A source that answers as another one does.
   *
   * @param source where the program comes from; closed with this
   */
  protected ForwardingProgramSource(ProgramSource source) {
    this.source = source;
  }

  @Override
  public Program program() {
    return source.program();
  }

  @Override
  public Outcome outcome() {
    return source.outcome();
  }

  @Override
  public void close() {
    source.close();
  }
}
