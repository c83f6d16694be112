// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

/** A base class for program sources that forward to another source. Not thread-safe. */
public abstract class ForwardingProgramSource implements ProgramSource {
  /** The underlying source. */
  protected final ProgramSource source;

  /**
   * Creates a source that forwards to another source.
   *
   * @param source the underlying source, which {@link #close} closes
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
