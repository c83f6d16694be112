// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.launch;

import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.ProgramReader;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.function.Supplier;

/**
 * A replay of a program for one launch slot, or beside the simulation: it seeks from launch to
 * launch and skips those between.
 */
public final class LaunchCursor implements LaunchSource {
  private final Supplier<ProgramSource> replay;
  private ProgramSource source; // null until used in a pass
  private ProgramReader reader;
  private long next; // number of the next launch in the pass

  public LaunchCursor(Supplier<ProgramSource> replay) {
    this.replay = replay;
  }

  @Override
  public void rewind() {
    close();
    next = 0;
  }

  /** Advances to the next launch; returns null after the last. */
  public HostStep.Launch next() {
    if (source == null) {
      source = replay.get();
      reader = new ProgramReader(source);
    }
    while (reader.next() == WorkGroupSource.Status.RECORD) {
      HostStep.Launch launch = reader.step().asLaunch();
      if (launch != null) {
        next++;
        return launch;
      }
    }
    return null;
  }

  /** Advances to a launch, from the first one if it has passed. */
  @Override
  public ProgramReader seek(long number) {
    if (number < next) {
      rewind();
    }
    while (next <= number) {
      if (next() == null) {
        throw new IllegalStateException("the replay ends before launch " + number);
      }
    }
    return reader;
  }

  /** Returns the work-groups of the launch. */
  public WorkGroupSource groups() {
    return reader.groups();
  }

  public void close() {
    if (source != null) {
      source.close();
      source = null;
    }
  }
}
