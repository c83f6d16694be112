// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

import java.util.Optional;

/**
 * Reads a program source step by step, each launch with its work-groups. Not thread-safe.
 *
 * <p>Protocol: {@link #next}; after a launch, {@link #groups} to their end and {@link #launchEnd}.
 * A launch that is not read completely is skipped by the next call. The source is not closed by the
 * reader.
 */
public final class ProgramReader {
  private final WorkGroupSource groups = new Groups();
  private final ProgramSource source;
  private HostStep step;
  private HostStep.Launch launch; // null if the step is not a launch
  private WorkGroupRecord record;
  private LaunchEnd launchEnd;
  private boolean launching;
  private boolean ended;

  /**
   * Creates a reader before the first step.
   *
   * @param source the program, at its beginning
   */
  public ProgramReader(ProgramSource source) {
    this.source = source;
  }

  /** {@return RECORD after advancing to the next step, otherwise END} */
  public WorkGroupSource.Status next() {
    while (launching) { // skips the rest of a launch that was not read completely
      groups.next();
    }
    ProgramItem item = ended ? ProgramItem.END : source.next();
    if (item instanceof HostStep found) {
      step = found;
      launch = found.asLaunch();
      launching = launch != null;
      launchEnd = null;
      return WorkGroupSource.Status.RECORD;
    }
    ended = item == ProgramItem.END;
    return mark(item, "a step");
  }

  /** {@return the step found by the last {@link #next}} */
  public HostStep step() {
    return step;
  }

  /** {@return the current step, which must be a launch} */
  public HostStep.Launch launch() {
    if (launch == null) {
      throw new IllegalStateException("the step is not a launch");
    }
    return launch;
  }

  /** {@return the work-groups of {@link #launch}} */
  public WorkGroupSource groups() {
    launch();
    return groups;
  }

  /** {@return the end of the launch; only after its groups have returned END} */
  public LaunchEnd launchEnd() {
    if (launchEnd == null) {
      throw new IllegalStateException("the launch has not ended");
    }
    return launchEnd;
  }

  /** Converts a mark to a status; other items violate the protocol. */
  private static WorkGroupSource.Status mark(ProgramItem item, String wanted) {
    if (item == ProgramItem.END) {
      return WorkGroupSource.Status.END;
    }
    throw new IllegalStateException(wanted + " was expected, found " + item);
  }

  private final class Groups implements WorkGroupSource {
    @Override
    public Status next() {
      if (!launching) {
        return Status.END;
      }
      ProgramItem item = source.next();
      if (item instanceof WorkGroupRecord found) {
        record = found;
        return Status.RECORD;
      }
      if (item instanceof LaunchEnd end) {
        launchEnd = end;
        launching = false;
        record = null;
        return Status.END;
      }
      if (item == ProgramItem.END) {
        throw new IllegalStateException("the program ends within a launch");
      }
      return mark(item, "a work-group");
    }

    @Override
    public WorkGroupRecord record() {
      return record;
    }

    @Override
    public boolean skip(long count) {
      return launching && source.skip(count);
    }

    @Override
    public Optional<WorkGroupRecord> find(long id) {
      return launching ? source.find(id) : Optional.empty();
    }
  }
}
