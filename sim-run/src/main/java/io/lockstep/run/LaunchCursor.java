// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.ProgramReader;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.function.Supplier;

/**
 * A replay of a program for one launch slot: it seeks from launch to launch and skips the launches
 * of other slots.
 */
final class LaunchCursor implements LaunchSource {
  private final Supplier<ProgramSource> replay;
  private ProgramSource source; // null until used in a pass
  private ProgramReader reader;
  private long next; // number of the next launch in the pass

  LaunchCursor(Supplier<ProgramSource> replay) {
    this.replay = replay;
  }

  @Override
  public void rewind() {
    close();
    next = 0;
  }

  @Override
  public HostStep.Launch seek(long number) {
    if (source == null) {
      source = replay.get();
      reader = new ProgramReader(source);
    }
    while (next <= number) {
      if (reader.next() != WorkGroupSource.Status.RECORD) {
        throw new IllegalStateException("the replay ends before launch " + number);
      }
      next += reader.step().asLaunch() == null ? 0 : 1;
    }
    return reader.launch();
  }

  @Override
  public WorkGroupSource groups() {
    return reader.groups();
  }

  @Override
  public LaunchEnd launchEnd() {
    return reader.launchEnd();
  }

  @Override
  public void close() {
    if (source != null) {
      source.close();
      source = null;
    }
  }
}
